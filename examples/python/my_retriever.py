"""Stands in for your retriever: the paragraphs of Markdown files that share the most words with the question."""

import re
from pathlib import Path


def search(query: str, k: int = 10) -> list[dict]:
    wanted = set(re.findall(r"\w+", query.lower()))
    hits = []
    for path in sorted(Path("docs").rglob("*.md")):
        lines = path.read_text(encoding="utf-8").splitlines()
        starts = [i for i, line in enumerate(lines) if line.strip() and (i == 0 or not lines[i - 1].strip())]
        for start in starts:
            end = next((i for i in range(start, len(lines)) if not lines[i].strip()), len(lines))
            text = "\n".join(lines[start:end])
            shared = wanted & set(re.findall(r"\w+", text.lower()))
            if shared:
                hits.append({"path": path.as_posix(), "start_line": start + 1, "end_line": end, "score": len(shared), "text": text})
    return sorted(hits, key=lambda hit: -hit["score"])[:k]

"""Makes tiny models and what the libraries of Python give for them: python3 make-expected.py

Afterwards: npx biome check --write test/oracle/models. Needs torch, transformers, sentence-transformers, tokenizers, onnx and onnxscript; the files here were made with those of the
versions in expected.json. The models have random weights from a fixed seed and understand nothing. The tokenizers are trained on
the texts below, in the forms of BERT (WordPiece), RoBERTa (BPE over bytes) and XLM-R (Unigram).
"""
import json
import shutil
from importlib.metadata import version
from pathlib import Path

import torch
from sentence_transformers import CrossEncoder, SentenceTransformer
from sentence_transformers.models import Pooling, Transformer
from tokenizers import Tokenizer, decoders, models, normalizers, pre_tokenizers, processors, trainers
from transformers import BertConfig, BertForSequenceClassification, BertModel, PreTrainedTokenizerFast

HERE = Path(__file__).parent
LONGEST = 24
TEXTS = [
    "How are passwords hashed?",
    "Passwords are hashed with Argon2id, 64 MiB and three passes; the salt is sixteen random bytes and is stored beside the hash of it.",
    "the cellar",
    "THE CELLAR: naïve café, Ångström, Straße",
    "密码是如何被哈希的？",
    "用户使用密码或单点登录。密码使用 Argon2id 进行哈希处理，盐是十六个随机字节，与哈希一起存储。",
    "🙂 👩‍👩‍👧 rocket 🚀🚀 done ✅",
    "ﬁle № ½ ｆｕｌｌ ｗｉｄｔｈ e\u0301",
    "a  b\tc\nd\u00a0e\u200bf",
    "x" * 130,
    "[SEP] is a token </s> and <s> too",
    "def add_provider(self, name: str) -> None:  # 1.5e-3",
    "हिन्दी русский العربية 日本語 한국어",
    "",
    " ",
]
PAIRS = [(TEXTS[0], text) for text in TEXTS] + [(TEXTS[1], TEXTS[1]), (TEXTS[5], TEXTS[1]), (TEXTS[1], TEXTS[2])]


def wordpiece():
    tokenizer = Tokenizer(models.WordPiece(unk_token="[UNK]"))
    tokenizer.normalizer = normalizers.BertNormalizer(lowercase=True)
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    special = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
    tokenizer.train_from_iterator(TEXTS[:6], trainers.WordPieceTrainer(vocab_size=260, special_tokens=special))
    ends = [(name, tokenizer.token_to_id(name)) for name in ("[CLS]", "[SEP]")]
    tokenizer.post_processor = processors.TemplateProcessing("[CLS] $A [SEP]", "[CLS] $A [SEP] $B:1 [SEP]:1", ends)
    names = dict(unk_token="[UNK]", pad_token="[PAD]", cls_token="[CLS]", sep_token="[SEP]", mask_token="[MASK]")
    names |= dict(model_input_names=["input_ids", "token_type_ids", "attention_mask"])
    return PreTrainedTokenizerFast(tokenizer_object=tokenizer, model_max_length=LONGEST, **names)


def bpe():
    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokenizer.decoder = decoders.ByteLevel()
    special = ["<s>", "<pad>", "</s>", "<unk>", "<mask>"]
    alphabet = pre_tokenizers.ByteLevel.alphabet()
    tokenizer.train_from_iterator(TEXTS, trainers.BpeTrainer(vocab_size=420, special_tokens=special, initial_alphabet=alphabet))
    tokenizer.post_processor = processors.RobertaProcessing(("</s>", 2), ("<s>", 0), add_prefix_space=False)
    names = dict(unk_token="<unk>", pad_token="<pad>", bos_token="<s>", eos_token="</s>", cls_token="<s>", sep_token="</s>", mask_token="<mask>")
    return PreTrainedTokenizerFast(tokenizer_object=tokenizer, model_max_length=LONGEST, **names)


def unigram():
    tokenizer = Tokenizer(models.Unigram())
    tokenizer.normalizer = normalizers.Sequence([normalizers.NFKC(), normalizers.Replace("  ", " ")])
    tokenizer.pre_tokenizer = pre_tokenizers.Metaspace()
    special = ["<s>", "<pad>", "</s>", "<unk>", "<mask>"]
    trainer = trainers.UnigramTrainer(vocab_size=300, special_tokens=special, unk_token="<unk>")
    tokenizer.train_from_iterator(TEXTS[:8], trainer)
    ends = [(name, tokenizer.token_to_id(name)) for name in ("<s>", "</s>")]
    tokenizer.post_processor = processors.TemplateProcessing("<s> $A </s>", "<s> $A </s> </s> $B </s>", ends)
    names = dict(unk_token="<unk>", pad_token="<pad>", bos_token="<s>", eos_token="</s>", cls_token="<s>", sep_token="</s>", mask_token="<mask>")
    return PreTrainedTokenizerFast(tokenizer_object=tokenizer, model_max_length=LONGEST, **names)


def ids(tokenizer):
    # As a list, which is how models are asked: for a single pair, an empty second text counts as none.
    pairs = tokenizer(*map(list, zip(*PAIRS)), truncation=True, max_length=LONGEST, return_token_type_ids=True)
    return {
        "texts": tokenizer(TEXTS, truncation=True, max_length=LONGEST)["input_ids"],
        "pairs": pairs["input_ids"],
        "types": pairs["token_type_ids"],
    }


def save(tokenizer, name):
    folder = HERE / name
    folder.mkdir(exist_ok=True)
    tokenizer.save_pretrained(folder)
    return folder


class Outputs(torch.nn.Module):
    def __init__(self, model, output):
        super().__init__()
        self.model, self.output = model, output

    def forward(self, input_ids, attention_mask, token_type_ids):
        found = self.model(input_ids=input_ids, attention_mask=attention_mask, token_type_ids=token_type_ids)
        return getattr(found, self.output)


def export(model, output, file):
    given = tuple(torch.ones(2, 7, dtype=torch.int64) for _ in range(3))
    names = ["input_ids", "attention_mask", "token_type_ids"]
    axes = {name: {0: "rows", 1: "length"} for name in names}
    axes[output] = {0: "rows"} if output == "logits" else {0: "rows", 1: "length"}
    torch.onnx.export(Outputs(model, output).eval(), given, str(file), input_names=names, output_names=[output], dynamic_axes=axes, opset_version=17, dynamo=False)


def config(tokenizer, **more):
    return BertConfig(
        vocab_size=len(tokenizer), hidden_size=16, num_hidden_layers=2, num_attention_heads=2, intermediate_size=32,
        max_position_embeddings=64, initializer_range=0.5, attn_implementation="eager", **more,
    )  # fmt: skip


def rounded(values):
    return [round(value, 7) for value in values]


torch.manual_seed(7)
expected = {"versions": {name: version(name) for name in ("torch", "transformers", "sentence-transformers", "tokenizers")}}
expected |= {"longest": LONGEST, "texts": TEXTS, "pairs": PAIRS, "ids": {}}
for name, make in {"wordpiece": wordpiece, "bpe": bpe, "unigram": unigram}.items():
    tokenizer = make()
    save(tokenizer, name)
    expected["ids"][name] = ids(tokenizer)

tokenizer = PreTrainedTokenizerFast.from_pretrained(HERE / "wordpiece")
scratch = HERE / "scratch"
shutil.rmtree(scratch, ignore_errors=True)
bert = BertModel(config(tokenizer)).eval()
bert.save_pretrained(scratch / "bert")
tokenizer.save_pretrained(scratch / "bert")
for pooling in ("mean", "cls"):
    part = Transformer(str(scratch / "bert"), max_seq_length=LONGEST)
    model = SentenceTransformer(modules=[part, Pooling(16, pooling_mode=pooling)], device="cpu", prompts={"query": "query: ", "passage": "passage: "})
    expected[pooling] = {
        "plain": [rounded(row) for row in model.encode(TEXTS).tolist()],
        "query": [rounded(row) for row in model.encode(TEXTS, prompt_name="query").tolist()],
    }
    model.save(str(scratch / pooling))
    shutil.copytree(scratch / pooling / "1_Pooling", HERE / f"embedder-{pooling}" / "1_Pooling", dirs_exist_ok=True)
# The other one differs in nothing but its pooling.
for file in ("tokenizer.json", "tokenizer_config.json", "sentence_bert_config.json"):
    shutil.copy(scratch / "mean" / file, HERE / "embedder-mean" / file)
export(bert, "last_hidden_state", HERE / "embedder-mean" / "model.onnx")

judge = BertForSequenceClassification(config(tokenizer, num_labels=1)).eval()
judge.save_pretrained(scratch / "judge")
tokenizer.save_pretrained(scratch / "judge")
cross = CrossEncoder(str(scratch / "judge"), device="cpu", max_length=LONGEST)
expected["scores"] = rounded(cross.predict(PAIRS, activation_fn=torch.nn.Identity()).tolist())
(HERE / "cross-encoder").mkdir(exist_ok=True)
for file in ("tokenizer.json", "tokenizer_config.json"):
    shutil.copy(scratch / "judge" / file, HERE / "cross-encoder" / file)
export(judge, "logits", HERE / "cross-encoder" / "model.onnx")
shutil.rmtree(scratch)
(HERE / "expected.json").write_text(json.dumps(expected, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")

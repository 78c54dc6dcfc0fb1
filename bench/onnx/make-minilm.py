"""Makes a model of the size of MiniLM-L6 with random weights: python3 make-minilm.py FOLDER (Debian: apt-get install python3-onnx).

A BERT encoder (Devlin and others, 2018) of 6 layers, 384 wide, 12 heads, 1,536 inner, 512 positions, 30,522 tokens: 91 MB, as
sentence-transformers/all-MiniLM-L6-v2 in ONNX form. It takes as long as the real one and understands nothing. Its tokens are made-up
words, beside the file `words.txt` that lists them, so that a text of n words has n tokens and two around them.
"""
import json
import os
import sys

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

LAYERS, WIDTH, HEADS, INNER, POSITIONS, TOKENS = 6, 384, 12, 1536, 512, 30522
HEAD = WIDTH // HEADS
SPECIAL = ["[PAD]", "[UNK]", "[CLS]", "[SEP]"]
random = np.random.RandomState(7)
nodes, initializers = [], []


def constant(name, values):
    initializers.append(numpy_helper.from_array(np.asarray(values), name))
    return name


def weights(name, *shape):
    return constant(name, random.normal(0, 0.02, shape).astype(np.float32))


def node(kind, ins, out, **attributes):
    nodes.append(helper.make_node(kind, ins, [out], name=out, **attributes))
    return out


def linear(name, value, wide, narrow):
    product = node("MatMul", [value, weights(name + ".weight", wide, narrow)], name + ".product")
    return node("Add", [product, weights(name + ".bias", narrow)], name)


def normal(name, value):
    scale = constant(name + ".scale", np.ones(WIDTH, np.float32))
    return node("LayerNormalization", [value, scale, weights(name + ".bias", WIDTH)], name, axis=-1, epsilon=1e-12)


def by_head(name, value, order):
    split = node("Reshape", [value, "split"], name + ".split")
    return node("Transpose", [split], name + ".heads", perm=order)


def attention(name, value, mask):
    query = by_head(name + ".query", linear(name + ".query", value, WIDTH, WIDTH), [0, 2, 1, 3])
    key = by_head(name + ".key", linear(name + ".key", value, WIDTH, WIDTH), [0, 2, 3, 1])
    worth = by_head(name + ".value", linear(name + ".value", value, WIDTH, WIDTH), [0, 2, 1, 3])
    scores = node("Div", [node("MatMul", [query, key], name + ".products"), "root"], name + ".scores")
    shares = node("Softmax", [node("Add", [scores, mask], name + ".masked")], name + ".shares", axis=-1)
    mixed = node("Transpose", [node("MatMul", [shares, worth], name + ".mixed")], name + ".rows", perm=[0, 2, 1, 3])
    joined = node("Reshape", [mixed, "join"], name + ".joined")
    return linear(name + ".out", joined, WIDTH, WIDTH)


def gelu(name, value):
    error = node("Erf", [node("Div", [value, "root_two"], name + ".scaled")], name + ".erf")
    product = node("Mul", [value, node("Add", [error, "one"], name + ".more")], name + ".product")
    return node("Mul", [product, "half"], name)


def layer(name, value, mask):
    attended = node("Add", [value, attention(name + ".attention", value, mask)], name + ".attended")
    settled = normal(name + ".settled", attended)
    inner = gelu(name + ".gelu", linear(name + ".inner", settled, WIDTH, INNER))
    return normal(name, node("Add", [settled, linear(name + ".outer", inner, INNER, WIDTH)], name + ".sum"))


def encoder():
    constant("split", np.array([0, 0, HEADS, HEAD], np.int64))
    constant("join", np.array([0, 0, WIDTH], np.int64))
    for name, value in {"root": HEAD**0.5, "root_two": 2**0.5, "one": 1, "half": 0.5, "least": -10000}.items():
        constant(name, np.float32(value))
    constant("first", np.int64(0)), constant("step", np.int64(1)), constant("rows", np.array([1, 2], np.int64))
    length = node("Gather", [node("Shape", ["input_ids"], "shape"), "step"], "count")
    places = node("Range", ["first", length, "step"], "places")
    words = node("Gather", [weights("words", TOKENS, WIDTH), "input_ids"], "word_vectors")
    placed = node("Gather", [weights("positions", POSITIONS, WIDTH), places], "place_vectors")
    typed = node("Gather", [weights("types", 2, WIDTH), "token_type_ids"], "type_vectors")
    value = normal("embedded", node("Add", [node("Add", [words, typed], "typed"), placed], "placed"))
    visible = node("Unsqueeze", [node("Cast", ["attention_mask"], "visible", to=TensorProto.FLOAT), "rows"], "visible_rows")
    mask = node("Mul", [node("Sub", ["one", visible], "hidden"), "least"], "mask")
    for number in range(LAYERS):
        value = layer(f"layer{number}", value, mask)
    node("Identity", [value], "last_hidden_state")


def made_words():
    found = {}
    while len(found) < TOKENS - len(SPECIAL):
        letters = random.randint(0, 26, random.randint(3, 9))
        found["".join(chr(ord("a") + letter) for letter in letters)] = True
    return list(found)


def tokenizer(words):
    token = lambda name: {"SpecialToken": {"id": name, "type_id": 0}}
    return {
        "version": "1.0",
        "added_tokens": [
            {"id": number, "content": name, "single_word": False, "lstrip": False, "rstrip": False, "normalized": False, "special": True}
            for number, name in enumerate(SPECIAL)
        ],
        "normalizer": {"type": "BertNormalizer", "clean_text": True, "handle_chinese_chars": True, "strip_accents": None, "lowercase": True},
        "pre_tokenizer": {"type": "BertPreTokenizer"},
        "post_processor": {
            "type": "TemplateProcessing",
            "single": [token("[CLS]"), {"Sequence": {"id": "A", "type_id": 0}}, token("[SEP]")],
            "pair": [],
            "special_tokens": {name: {"id": name, "ids": [SPECIAL.index(name)], "tokens": [name]} for name in ("[CLS]", "[SEP]")},
        },
        "decoder": {"type": "WordPiece", "prefix": "##", "cleanup": True},
        "model": {
            "type": "WordPiece",
            "unk_token": "[UNK]",
            "continuing_subword_prefix": "##",
            "max_input_chars_per_word": 100,
            "vocab": {name: number for number, name in enumerate(SPECIAL + words)},
        },
    }


def main(folder):
    os.makedirs(folder, exist_ok=True)
    encoder()
    value = lambda name, kind, last: helper.make_tensor_value_info(name, kind, ["batch", "length", *last])
    ins = [value(name, TensorProto.INT64, []) for name in ("input_ids", "attention_mask", "token_type_ids")]
    graph = helper.make_graph(nodes, "minilm", ins, [value("last_hidden_state", TensorProto.FLOAT, [WIDTH])], initializers)
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], producer_name="make-minilm.py")
    model.ir_version = 8
    onnx.checker.check_model(model)
    onnx.save(model, os.path.join(folder, "model.onnx"))
    words = made_words()
    with open(os.path.join(folder, "words.txt"), "w") as file:
        file.write("\n".join(words) + "\n")
    for name, content in {"tokenizer.json": tokenizer(words), "tokenizer_config.json": {"pad_token": "[PAD]", "model_max_length": 256}}.items():
        with open(os.path.join(folder, name), "w") as file:
            json.dump(content, file)


main(sys.argv[1])

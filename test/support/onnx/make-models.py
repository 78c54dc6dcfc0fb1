"""Makes the tiny models beside this script: python3 make-models.py (Debian: apt-get install python3-onnx).

tiny-embedder: a sentence-transformer of one layer: token and position vectors, a matrix, tanh; token vectors out.
tiny-cross-encoder: the likeness of the mean token vectors of the two texts of a pair; one number out.
Both have 16 dimensions, the WordPiece tokenizer of BERT with single characters and a few words, and random weights from a
fixed seed. They are real files of the real formats and understand nothing.
"""
import json
import os

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

WIDTH, LONGEST = 16, 64
WORDS = "the a of and is how are where passwords hashed cellar bottles attic boxes garden tools key lock".split()
LETTERS = [chr(code) for code in range(ord("a"), ord("z") + 1)] + [str(digit) for digit in range(10)] + list(".,?!-_")
VOCAB = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"] + WORDS + LETTERS + ["##" + letter for letter in LETTERS]
random = np.random.RandomState(7)


def constant(name, values):
    return numpy_helper.from_array(np.asarray(values), name)


def weights(name, *shape):
    return constant(name, random.normal(0, 0.5, shape).astype(np.float32))


def inputs(*names):
    return [helper.make_tensor_value_info(name, TensorProto.INT64, ["batch", "length"]) for name in names]


def save(folder, nodes, ins, outs, initializers, pooling=None):
    here = os.path.join(os.path.dirname(os.path.abspath(__file__)), folder)
    os.makedirs(here, exist_ok=True)
    graph = helper.make_graph(nodes, folder, ins, outs, initializers)
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 13)], producer_name="make-models.py")
    model.ir_version = 7
    onnx.checker.check_model(model)
    onnx.save(model, os.path.join(here, "model.onnx"))
    files = {"tokenizer.json": tokenizer(), "tokenizer_config.json": {"pad_token": "[PAD]", "model_max_length": LONGEST}}
    if pooling:
        files["1_Pooling/config.json"] = pooling
    for name, content in files.items():
        os.makedirs(os.path.dirname(os.path.join(here, name)), exist_ok=True)
        with open(os.path.join(here, name), "w") as file:
            json.dump(content, file, indent=1)
            file.write("\n")


def tokenizer():
    special = lambda name: {"id": name, "ids": [VOCAB.index(name)], "tokens": [name]}
    token = lambda name, type_id: {"SpecialToken": {"id": name, "type_id": type_id}}
    sequence = lambda name, type_id: {"Sequence": {"id": name, "type_id": type_id}}
    return {
        "version": "1.0",
        "truncation": None,
        "padding": None,
        "added_tokens": [
            {"id": VOCAB.index(name), "content": name, "single_word": False, "lstrip": False, "rstrip": False, "normalized": False, "special": True}
            for name in VOCAB[:5]
        ],
        "normalizer": {"type": "BertNormalizer", "clean_text": True, "handle_chinese_chars": True, "strip_accents": None, "lowercase": True},
        "pre_tokenizer": {"type": "BertPreTokenizer"},
        "post_processor": {
            "type": "TemplateProcessing",
            "single": [token("[CLS]", 0), sequence("A", 0), token("[SEP]", 0)],
            "pair": [token("[CLS]", 0), sequence("A", 0), token("[SEP]", 0), sequence("B", 1), token("[SEP]", 1)],
            "special_tokens": {name: special(name) for name in ("[CLS]", "[SEP]")},
        },
        "decoder": {"type": "WordPiece", "prefix": "##", "cleanup": True},
        "model": {
            "type": "WordPiece",
            "unk_token": "[UNK]",
            "continuing_subword_prefix": "##",
            "max_input_chars_per_word": 100,
            "vocab": {name: number for number, name in enumerate(VOCAB)},
        },
    }


def embedder():
    node = helper.make_node
    nodes = [
        node("Gather", ["words", "input_ids"], ["word_vectors"]),
        node("Shape", ["input_ids"], ["shape"]),
        node("Gather", ["shape", "one"], ["length"]),
        node("Range", ["zero", "length", "one"], ["places"]),
        node("Gather", ["positions", "places"], ["position_vectors"]),
        node("Add", ["word_vectors", "position_vectors"], ["sum"]),
        node("MatMul", ["sum", "matrix"], ["mixed"]),
        node("Tanh", ["mixed"], ["last_hidden_state"]),
    ]
    initializers = [
        weights("words", len(VOCAB), WIDTH),
        constant("positions", random.normal(0, 0.1, (LONGEST, WIDTH)).astype(np.float32)),
        weights("matrix", WIDTH, WIDTH),
        constant("zero", np.int64(0)),
        constant("one", np.int64(1)),
    ]
    out = [helper.make_tensor_value_info("last_hidden_state", TensorProto.FLOAT, ["batch", "length", WIDTH])]
    pooling = {"word_embedding_dimension": WIDTH, "pooling_mode_cls_token": False, "pooling_mode_mean_tokens": True}
    save("tiny-embedder", nodes, inputs("input_ids", "attention_mask"), out, initializers, pooling)


def cross_encoder():
    node = helper.make_node
    nodes = [
        node("Gather", ["words", "input_ids"], ["vectors"]),
        node("Cast", ["token_type_ids"], ["second"], to=TensorProto.FLOAT),
        node("Cast", ["attention_mask"], ["mask"], to=TensorProto.FLOAT),
        node("Sub", ["mask", "second"], ["first"]),
        node("Unsqueeze", ["first", "last"], ["first_column"]),
        node("Unsqueeze", ["second", "last"], ["second_column"]),
        node("Mul", ["vectors", "first_column"], ["first_vectors"]),
        node("Mul", ["vectors", "second_column"], ["second_vectors"]),
        node("ReduceSum", ["first_vectors", "places"], ["first_sum"], keepdims=0),
        node("ReduceSum", ["second_vectors", "places"], ["second_sum"], keepdims=0),
        node("ReduceSum", ["first_column", "places"], ["first_count"], keepdims=0),
        node("ReduceSum", ["second_column", "places"], ["second_count"], keepdims=0),
        node("Max", ["second_count", "unit"], ["second_least"]),
        node("Div", ["first_sum", "first_count"], ["first_mean"]),
        node("Div", ["second_sum", "second_least"], ["second_mean"]),
        node("Mul", ["first_mean", "second_mean"], ["products"]),
        node("ReduceSum", ["products", "last"], ["logits"], keepdims=1),
    ]
    initializers = [
        weights("words", len(VOCAB), WIDTH),
        constant("last", np.array([-1], np.int64)),
        constant("places", np.array([1], np.int64)),
        constant("unit", np.array([1], np.float32)),
    ]
    out = [helper.make_tensor_value_info("logits", TensorProto.FLOAT, ["batch", 1])]
    save("tiny-cross-encoder", nodes, inputs("input_ids", "attention_mask", "token_type_ids"), out, initializers)


embedder()
cross_encoder()

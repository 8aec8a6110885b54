"""mail: bytes -> characters, whatever the sender's program claims that they are."""

from __future__ import annotations

import binascii
import codecs
import re
import unicodedata

# What people's programs say, and what they mean: the wider set that agrees wherever the narrow one is defined.
_MEANT = {
    "ascii": "cp1252",
    "big5": "cp950",
    "euc-kr": "cp949",
    "gb2312": "gb18030",
    "gbk": "gb18030",
    "iso-2022-jp": "iso2022_jp_ext",
    "iso-8859-1": "cp1252",
    "iso-8859-9": "cp1254",
    "ks_c_5601-1987": "cp949",
    "latin-1": "cp1252",
    "latin1": "cp1252",
    "shift_jis": "cp932",
    "us-ascii": "cp1252",
}
# Labels that programs write without looking; if the bytes are UTF-8, they are UTF-8.
_CARELESS = frozenset({"", "ascii", "us-ascii", "iso-8859-1", "latin-1", "latin1"})
# Codecs of Python that are no character sets of mail, or take quadratic time.
_REFUSED = frozenset({"idna", "punycode", "unicode_escape", "raw-unicode-escape", "raw_unicode_escape", "undefined"})


def decode(data: bytes, charset: str = "") -> str:
    """Decode bytes by their label, by what the label usually means, or by UTF-8 and Windows-1252; never raises."""
    if data.isascii() and charset in _CARELESS:
        return data.decode("ascii")
    label = charset.strip().lower()[:40]
    order = ["utf-8"] if label in _CARELESS else []
    for name in dict.fromkeys([*order, _MEANT.get(label, label), "utf-8", "cp1252"]):
        try:
            if codecs.lookup(name).name not in _REFUSED:
                return data.decode(name)
        except (LookupError, ValueError):
            continue  # UnicodeError is a ValueError, and so is a label with a NUL in it.
    return data.decode("latin-1")


_WORD = re.compile(r"=\?([^?*\s]{1,40})(?:\*[^?\s]{0,40})?\?([bq])\?([^?\s]*)\?=", re.IGNORECASE)
_BETWEEN_WORDS = re.compile(r"(\?=)[ \t\r\n]+(?==\?)")
_Q_CODE = re.compile(rb"=([0-9A-Fa-f]{2})")
_NOT_BASE64 = re.compile(rb"[^A-Za-z0-9+/]")


def decode_words(text: str) -> str:
    """Decode the encoded words (RFC 2047) of a header field; what is no encoded word stays as it is."""
    if "=?" not in text:
        return text
    text = _BETWEEN_WORDS.sub(r"\1", text)
    pieces: list[str] = []
    pending, charset, last = b"", "", 0
    for word in _WORD.finditer(text):
        # Careless programs cut a character in two between words, so that neighbours are joined as bytes first.
        if pending and (word.start() != last or word[1].lower() != charset):
            pieces.append(decode(pending, charset))
            pending = b""
        pieces.append(text[last : word.start()])
        charset, last = word[1].lower(), word.end()
        pending += _word_bytes(word[2], word[3])
    pieces += [decode(pending, charset), text[last:]]
    return "".join(pieces)


def _word_bytes(encoding: str, text: str) -> bytes:
    data = text.encode("utf-8", "replace")
    if encoding in "bB":
        return decode_base64(data)
    return _Q_CODE.sub(lambda code: bytes.fromhex(code[1].decode("ascii")), data.replace(b"_", b" "))


def decode_base64(data: bytes) -> bytes:
    """Decode base64 as far as it goes: characters outside the alphabet and a cut end are passed over."""
    letters = _NOT_BASE64.sub(b"", data)
    letters = letters[: len(letters) - 1] if len(letters) % 4 == 1 else letters
    return binascii.a2b_base64(letters + b"=" * (-len(letters) % 4))


_DASHES = "\u2010\u2011\u2012\u2013\u2014\u2015\u2043\u2212\u23af\u2500\ufe58\ufe63\uff0d"
_ARROWS = "\u2192\u21d2\u21e8\u2794\u2799\u279b\u279c\u279d\u279e\u27a1\u27a4\u27f6\u27f9\u2b62"
_SIMPLER = {
    # Windows-1252 bytes that went through a Latin-1 label arrive as C1 controls.
    **{code: bytes([code]).decode("cp1252", "ignore") for code in range(0x80, 0xA0)},
    **dict.fromkeys(map(ord, _DASHES + _ARROWS), "-"),
    **dict.fromkeys(map(ord, "\u2018\u2019\u201a\u201b\u2039\u203a\u00b4"), "'"),
    **dict.fromkeys(map(ord, "\u201c\u201d\u201e\u201f\u00ab\u00bb"), '"'),
    **dict.fromkeys((0xFE0E, 0xFE0F), None),
}
_SPACES = re.compile(r"\s+")
_CONTROLS = re.compile(r"[\x00-\x08\x0e-\x1f\x7f]")


def plain(text: str) -> str:
    """Return one line in plain characters: any dash or arrow is `-`, any space one space, nothing invisible."""
    if not text.isascii():
        # Twice, because C1 repair and NFKC both give dashes and quotation marks.
        text = text.translate(_SIMPLER).translate(_SIMPLER)
        text = unicodedata.normalize("NFKC", text).translate(_SIMPLER)
        text = "".join(c for c in text if c.isprintable() or c.isspace() or not _invisible(c))
    return _SPACES.sub(" ", _CONTROLS.sub("", text)).strip()


def _invisible(character: str) -> bool:
    return unicodedata.category(character) in ("Cf", "Cc", "Cs")

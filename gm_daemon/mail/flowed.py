"""mail: put soft-wrapped lines together again (format=flowed, RFC 3676)."""

from __future__ import annotations


def unflow(text: str, *, delete_space: bool) -> str:
    """Join the lines that end in a space with the next one of the same quote depth; unstuff all lines.

    `delete_space` is the DelSp parameter: the space that marks the wrap is then no part of the text.
    """
    paragraphs: list[str] = []
    pieces: list[str] = []
    depth = 0
    for line in text.split("\n"):
        body = line.lstrip(">")
        level = len(line) - len(body)
        body = body.removeprefix(" ")
        if pieces and level != depth:
            # RFC 3676 §4.5: a paragraph ends where the quote depth changes, whatever its last line says.
            paragraphs.append(_paragraph(pieces, depth))
            pieces = []
        depth = level
        # RFC 3676 §4.3: the signature separator is never joined to anything.
        soft = body.endswith(" ") and body != "-- "
        if body == "-- " and pieces:
            paragraphs.append(_paragraph(pieces, depth))
            pieces = []
        pieces.append(body[:-1] if soft and delete_space else body)
        if not soft:
            paragraphs.append(_paragraph(pieces, depth))
            pieces = []
    if pieces:
        paragraphs.append(_paragraph(pieces, depth))
    return "\n".join(paragraphs)


def _paragraph(pieces: list[str], depth: int) -> str:
    prefix = ">" * depth + " " if depth else ""
    return prefix + "".join(pieces)

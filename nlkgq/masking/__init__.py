"""Masking: recognition, overlaps, placeholders; pure text over a value index.

`nlkgq.masking.mask.Masker` does it, `nlkgq.masking.model.MaskedText` is what it gives. In ``strict`` mode everything is
denied but schema words, function words, small counts and the words of reviewed lists (``words/``).
"""

"""Reading a party roster of any form: `party` is what others use, the rest takes a text apart.

`forms` tells trees and tables from lines; `tree` and `rows` read the former. Of lines, `markup` takes marks away,
`spans` turns names into signs, `shape`, `patterns` and `lines` pair them, and `sides` decides who is player and who
character.
"""

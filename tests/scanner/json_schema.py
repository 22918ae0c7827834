# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The part of JSON Schema that sarif_schema.json uses. A word that it does not know is an error, so that nothing goes unchecked."""
import re

TYPES = {"object": dict, "array": list, "string": str, "integer": int, "boolean": bool}
KNOWN = {"$comment", "$ref", "definitions", "type", "required", "properties", "additionalProperties", "items", "enum", "pattern",
         "minimum", "uniqueItems"}


def errors(value, schema, root=None, place="$"):
    """Yields what is wrong with the value, each with its place."""
    root = root or schema
    if "$ref" in schema:
        yield from errors(value, root["definitions"][schema["$ref"]], root, place)
        return
    if unknown := set(schema) - KNOWN:
        raise ValueError(f"words of a schema that are not known here: {unknown}")
    kind = schema.get("type")
    if kind and (not isinstance(value, TYPES[kind]) or (kind == "integer" and isinstance(value, bool))):
        yield f"{place}: no {kind}: {value!r}"
        return
    if "enum" in schema and value not in schema["enum"]:
        yield f"{place}: {value!r} is none of {schema['enum']}"
    if "pattern" in schema and not re.search(schema["pattern"], value):
        yield f"{place}: {value!r} does not match {schema['pattern']}"
    if "minimum" in schema and value < schema["minimum"]:
        yield f"{place}: {value} is below {schema['minimum']}"
    if isinstance(value, dict):
        for name in schema.get("required", []):
            if name not in value:
                yield f"{place}: no {name}"
        others = schema.get("additionalProperties", True)
        for name, member in value.items():
            if name in schema.get("properties", {}):
                yield from errors(member, schema["properties"][name], root, f"{place}.{name}")
            elif others is False:
                yield f"{place}: {name} is not known"
            elif others is not True:
                yield from errors(member, others, root, f"{place}.{name}")
    if isinstance(value, list):
        if schema.get("uniqueItems") and any(one in value[:i] for i, one in enumerate(value)):
            yield f"{place}: one element twice"
        for i, member in enumerate(value):
            yield from errors(member, schema.get("items", {}), root, f"{place}[{i}]")

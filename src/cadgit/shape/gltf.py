"""Binary glTF files (.glb): one node a body with its name and colour, metres, y upward, as the format wants."""

from __future__ import annotations

import json
import struct
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from .export import Body
    from .mesh import Mesh

_GREY = (0.7, 0.7, 0.7, 1.0)
_FLOAT, _UNSIGNED = 5126, 5125
_VERTICES, _INDICES = 34962, 34963


def write(bodies: Iterable[Body]) -> bytes:
    """The file's bytes."""
    binary = bytearray()
    views: list[dict[str, Any]] = []
    accessors: list[dict[str, Any]] = []
    nodes: list[dict[str, Any]] = []
    meshes: list[dict[str, Any]] = []
    materials: list[dict[str, Any]] = []

    def store(data: NDArray[Any], target: int, kind: str, component: int, **more: Any) -> int:
        views.append({"buffer": 0, "byteOffset": len(binary), "byteLength": data.nbytes, "target": target})
        binary.extend(data.tobytes())
        accessor = {"bufferView": len(views) - 1, "componentType": component, "count": len(data), "type": kind}
        accessors.append({**accessor, **more})
        return len(accessors) - 1

    for body in bodies:
        points, normals, triangles = shaded(body.mesh)
        limits = {"min": points.min(axis=0).tolist(), "max": points.max(axis=0).tolist()}
        position = store(points, _VERTICES, "VEC3", _FLOAT, **limits)
        normal = store(normals, _VERTICES, "VEC3", _FLOAT)
        indices = store(triangles.ravel(), _INDICES, "SCALAR", _UNSIGNED)
        material = _material(body.color or _GREY)
        if material not in materials:
            materials.append(material)
        primitive = {
            "attributes": {"POSITION": position, "NORMAL": normal},
            "indices": indices,
            "material": materials.index(material),
        }
        meshes.append({"name": body.label, "primitives": [primitive]})
        nodes.append({"name": body.label, "mesh": len(meshes) - 1})
    # A quarter turn about x makes z upward y upward; the scale makes metres of mm.
    half = 2**-0.5
    root = {"children": list(range(len(nodes))), "rotation": [-half, 0, 0, half], "scale": [0.001] * 3}
    document = {
        "asset": {"version": "2.0", "generator": "cadgit"},
        "scene": 0,
        "scenes": [{"nodes": [len(nodes)]}],
        "nodes": [*nodes, root],
        "meshes": meshes,
        "materials": materials,
        "accessors": accessors,
        "bufferViews": views,
        "buffers": [{"byteLength": len(binary)}],
    }
    text = json.dumps(document, separators=(",", ":")).encode()
    chunks = _chunk(text, b"JSON", b" ") + _chunk(bytes(binary), b"BIN\0", b"\0")
    return struct.pack("<4sII", b"glTF", 2, 12 + len(chunks)) + chunks


def shaded(mesh: Mesh) -> tuple[NDArray[np.float32], NDArray[np.float32], NDArray[np.uint32]]:
    """Points, normals and triangles with sharp edges between faces and smooth shading inside each."""
    keys = mesh.faces[:, None] * (len(mesh.points) + 1) + mesh.triangles
    unique, inverse = np.unique(keys, return_inverse=True)
    triangles = inverse.reshape(-1, 3)
    corners = mesh.points[mesh.triangles]
    weights = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    normals = np.zeros((len(unique), 3))
    for corner in range(3):
        np.add.at(normals, triangles[:, corner], weights)
    lengths = np.linalg.norm(normals, axis=1, keepdims=True)
    normals = np.divide(normals, lengths, out=np.tile([0.0, 0.0, 1.0], (len(normals), 1)), where=lengths > 0)
    points = mesh.points[unique % (len(mesh.points) + 1)]
    return points.astype("<f4"), normals.astype("<f4"), triangles.astype("<u4")


def _material(color: tuple[float, float, float, float]) -> dict[str, Any]:
    base = [min(1.0, max(0.0, part)) for part in color]
    pbr = {"baseColorFactor": base, "metallicFactor": 0.1, "roughnessFactor": 0.6}
    material: dict[str, Any] = {"pbrMetallicRoughness": pbr, "doubleSided": True}
    if base[3] < 1:
        material["alphaMode"] = "BLEND"
    return material


def _chunk(data: bytes, kind: bytes, padding: bytes) -> bytes:
    data += padding * (-len(data) % 4)
    return struct.pack("<I4s", len(data), kind) + data

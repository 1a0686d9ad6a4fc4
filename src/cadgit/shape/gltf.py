"""Binary glTF files (.glb): a node for each body and group, with names and colours.

Metres, y upward, and linear colours, as the format wants. A shape that is used several times is stored once.
"""

from __future__ import annotations

import json
import struct
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .mesh import Mesh
from .mesh_tree import Body, Group

_GREY = (0.7, 0.7, 0.7, 1.0)
_FLOAT, _UNSIGNED = 5126, 5125
_VERTICES, _INDICES = 34962, 34963


def write(result: Group, stamp: tuple[str, ...]) -> bytes:
    """The file's bytes; `stamp` says where it came from."""
    writer = _Writer()
    children = [writer.node(member) for member in result.members]
    # A quarter turn about x makes z upward y upward; the scale makes metres of mm.
    half = 2**-0.5
    root = {"children": children, "rotation": [-half, 0, 0, half], "scale": [0.001] * 3}
    writer.nodes.append({"name": result.label, **root} if result.label else root)
    document = {
        "asset": {"version": "2.0", "generator": "cadgit", "extras": {"cadgit": list(stamp)}},
        "scene": 0,
        "scenes": [{"nodes": [len(writer.nodes) - 1]}],
        "nodes": writer.nodes,
        "meshes": writer.meshes,
        "materials": writer.materials,
        "accessors": writer.accessors,
        "bufferViews": writer.views,
        "buffers": [{"byteLength": len(writer.binary)}],
    }
    text = json.dumps(document, separators=(",", ":")).encode()
    chunks = _chunk(text, b"JSON", b" ") + _chunk(bytes(writer.binary), b"BIN\0", b"\0")
    return struct.pack("<4sII", b"glTF", 2, 12 + len(chunks)) + chunks


class _Writer:
    """The lists of a glTF document as they grow."""

    def __init__(self) -> None:
        self.binary = bytearray()
        self.views: list[dict[str, Any]] = []
        self.accessors: list[dict[str, Any]] = []
        self.nodes: list[dict[str, Any]] = []
        self.meshes: list[dict[str, Any]] = []
        self.materials: list[dict[str, Any]] = []
        self._geometry: dict[int, dict[str, Any]] = {}
        self._meshes: dict[tuple[int, int, str], int] = {}

    def node(self, member: Body | Group) -> int:
        """Add a body or a group; returns the number of its node."""
        if isinstance(member, Group):
            children = [self.node(child) for child in member.members]
            self.nodes.append({**({"name": member.label} if member.label else {}), "children": children})
        else:
            node: dict[str, Any] = {"name": member.label, "mesh": self._mesh(member)}
            if member.place is not None:
                # Column by column.
                node["matrix"] = [*np.vstack([member.place, [0.0, 0.0, 0.0, 1.0]]).T.ravel().tolist()]
            self.nodes.append(node)
        return len(self.nodes) - 1

    def _mesh(self, body: Body) -> int:
        """A mesh with a material: bodies of one shape, colour and name share it, and others the geometry."""
        material = _material(body.color or _GREY)
        if material not in self.materials:
            self.materials.append(material)
        key = (id(body.mesh), self.materials.index(material), body.label)
        if key not in self._meshes:
            primitive = {**self._primitive(body.mesh), "material": key[1]}
            self.meshes.append({"name": body.label, "primitives": [primitive]})
            self._meshes[key] = len(self.meshes) - 1
        return self._meshes[key]

    def _primitive(self, mesh: Mesh) -> dict[str, Any]:
        if id(mesh) not in self._geometry:
            points, normals, triangles = shaded(mesh)
            limits = {"min": points.min(axis=0).tolist(), "max": points.max(axis=0).tolist()}
            position = self._store(points, _VERTICES, "VEC3", _FLOAT, **limits)
            normal = self._store(normals, _VERTICES, "VEC3", _FLOAT)
            indices = self._store(triangles.ravel(), _INDICES, "SCALAR", _UNSIGNED)
            self._geometry[id(mesh)] = {"attributes": {"POSITION": position, "NORMAL": normal}, "indices": indices}
        return self._geometry[id(mesh)]

    def _store(self, data: NDArray[Any], target: int, kind: str, component: int, **more: Any) -> int:
        view = {"buffer": 0, "byteOffset": len(self.binary), "byteLength": data.nbytes, "target": target}
        self.views.append(view)
        self.binary.extend(data.tobytes())
        accessor = {"bufferView": len(self.views) - 1, "componentType": component, "count": len(data), "type": kind}
        self.accessors.append({**accessor, **more})
        return len(self.accessors) - 1


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
    red, green, blue, alpha = (min(1.0, max(0.0, part)) for part in color)
    base = [*map(_linear, (red, green, blue)), alpha]
    pbr = {"baseColorFactor": base, "metallicFactor": 0.1, "roughnessFactor": 0.6}
    material: dict[str, Any] = {"pbrMetallicRoughness": pbr, "doubleSided": True}
    if base[3] < 1:
        material["alphaMode"] = "BLEND"
    return material


def _linear(part: float) -> float:
    """A colour's part as light: factors of glTF are linear, and build123d's colours are sRGB (IEC 61966-2-1)."""
    return round(part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4, 6)


def _chunk(data: bytes, kind: bytes, padding: bytes) -> bytes:
    data += padding * (-len(data) % 4)
    return struct.pack("<I4s", len(data), kind) + data

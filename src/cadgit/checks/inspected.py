"""The shape that checks look at, with what several of them need computed once."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Any

from ..records import Box, Geometry, Kind, ManifestNode, Place, Vector
from ..shape.brep import FACE, uses
from ..shape.entities.numbering import Entities
from ..shape.measure import Mass, bounding_box, diagonal, enclosing_box, place_of
from ..shape.mesh import Mesh, mesh_of, triangulate
from ..shape.summary import kind_of, summarise
from ..shape.topology import Topology, analyse


class NotEvaluated(Exception):
    """What the spec asks about is not there; the message says what, and is fit to be shown."""


class NotAttached(NotEvaluated):
    """A file that the spec refers to did not come along."""


class Inspected(Entities):
    """A shape under judgement. Every property is computed at first use and kept for the life of the process.

    Args:
        shape: what the BREP or the STEP file holds.
        manifest: labels of its tree, where there are any.
        copy_of: the result, for what comes back from its STEP file. Its box is found without refinement, because an
            exact one takes long; lengths that limits are fractions of are the result's, so that both are judged alike.
        attached: the files that the spec refers to, by name.
    """

    def __init__(
        self,
        shape: Any,
        manifest: ManifestNode | None = None,
        *,
        copy_of: Inspected | None = None,
        attached: Mapping[str, bytes] | None = None,
    ) -> None:
        super().__init__(shape, manifest)
        self.copy_of = copy_of
        self._attached = attached or {}
        self._meshes: dict[float, tuple[Mesh, ...]] = {}

    @cached_property
    def kind(self) -> Kind:
        """Solid, assembly, sketch, surface, curve or empty."""
        return kind_of(self.tree)

    @cached_property
    def box(self) -> Box | None:
        """The bounding box (a copy's may be too large), or None when the shape is empty or has no finite size."""
        return enclosing_box(self.shape) if self.copy_of else bounding_box(self.shape)

    @cached_property
    def geometry(self) -> Geometry:
        """The measures that `cadgit run` prints, so that a spec is held against numbers that people have seen."""
        return summarise(self.shape, self.manifest)[0]

    @cached_property
    def solids_measured(self) -> tuple[Mass, ...]:
        """The volume in mm³ of each solid, in order, with its centre; negative where its faces point inward."""
        return tuple(map(self.masses.volume, self.solids))

    @cached_property
    def faces_measured(self) -> tuple[Mass, ...]:
        """The area in mm² of each face, in order, with its centre."""
        return tuple(map(self.masses.area, self.faces))

    @property
    def diagonal(self) -> float:
        """Diagonal of the result's bounding box in mm; 0 without one."""
        if self.copy_of:
            return self.copy_of.diagonal
        return diagonal(self.box) if self.box else 0.0

    @cached_property
    def topology(self) -> Topology:
        """How the solids are put together; where there is no solid, how all faces are."""
        return analyse(self.shape, list(self.solids) if self.solids.Extent() else [self.shape])

    @cached_property
    def loose_faces(self) -> tuple[int, ...]:
        """Numbers of the faces that belong to no solid."""
        used = {self.faces.FindIndex(face) for solid in self.solids for face in uses(solid, FACE)}
        return tuple(number for number in range(1, self.faces.Extent() + 1) if number not in used)

    def attached(self, name: str) -> bytes:
        """The bytes of a file that the spec refers to.

        Raises:
            NotAttached: it is not there; the message says so, and is fit to be shown.
        """
        if name not in self._attached:
            raise NotAttached(f"{name} is not there")
        return self._attached[name]

    def has_meshes(self, fraction: float) -> bool:
        """Whether `meshes` with that fraction cost nothing, having been made before."""
        return fraction in self._meshes

    def meshes(self, fraction: float) -> tuple[Mesh, ...]:
        """The mesh of each solid, with a deflection that is a fraction of the diagonal."""
        if fraction not in self._meshes:
            triangulate(self.shape, fraction * self.diagonal, again=bool(self._meshes))
            self._meshes[fraction] = tuple(mesh_of(solid, self.faces) for solid in self.solids)
        return self._meshes[fraction]

    def solid_name(self, number: int) -> str:
        """How a solid is named in messages: ``solid 2 'lid'``."""
        label = self.labels[number - 1]
        return f"solid {number} '{label}'" if label else f"solid {number}"

    def place(self, entity: str, number: int, note: str = "", point: Vector | None = None) -> Place:
        """The place of ``solid``, ``face``, ``edge`` or ``vertex`` `number`."""
        if point is None:
            maps = {"solid": self.solids, "face": self.faces, "edge": self.edges, "vertex": self.vertices}
            point = place_of(maps[entity].FindKey(number))
        return Place(self.solid_name(number) if entity == "solid" else f"{entity} {number}", point, note)

    def places(self, entity: str, numbers: Iterable[int], note: str = "") -> tuple[Place, ...]:
        """The places of several, each once, in order."""
        return tuple(self.place(entity, number, note) for number in dict.fromkeys(numbers))

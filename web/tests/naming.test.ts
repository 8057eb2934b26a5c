import { describe, expect, test } from "vitest";
import { namedPieces } from "../src/markdown/naming";

describe("a name is not said twice beside its chip", () => {
  test.each([
    [
      "1 test: ZEP-5 Multiple link roles (MultipleLinkRoles.RQ.005).",
      ["1 test: ZEP-5 ", "MultipleLinkRoles.RQ.005", "."],
    ],
    [
      "A change of D2 Simulation state (i.e. virtual or physical) is set… (SimulationStateIEVirtualO.RQ.055) is",
      ["A change of D2 ", "SimulationStateIEVirtualO.RQ.055", " is"],
    ],
    ["engine (Engine.MD.062, in vehicle_b) consists", ["", "Engine.MD.062", " (in vehicle_b) consists"]],
    ["Oven.MD.002 and Bake (Bake.FN.001)", ["", "Oven.MD.002", " and ", "Bake.FN.001", ""]],
  ])("%s", (text, pieces) => expect(namedPieces(text)).toEqual(pieces));

  test.each(["the other one (Oven.MD.002)", "Oven (see Oven.MD.002)", "Großer Ofen (GrosserOfen.MD.001)"])(
    "%s stays as it is said",
    (text) => expect(namedPieces(text).join("")).toBe(text),
  );
});

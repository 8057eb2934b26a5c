/** A bike-sharing system as twenty sentences make it grow: what each of them adds. */

import type { Elements } from "../../../src/canvases/adjacency";
import { edge, node } from "../models";

const SENTENCES: readonly (readonly [sentence: string, ...added: readonly string[]])[] = [
  ["I want a bike-sharing system.", "sy1=Bike-sharing system"],
  ["A rider rents a bike.", "ac1=Rider", "uc1=Rent bike", "sy1 compose uc1", "ac1 relation uc1"],
  [
    "The rider scans the code, then the system unlocks the bike.",
    ...["fc1=Renting", "fn1=Scan code", "fn2=Unlock bike", "fl1=Code"],
    ...["uc1 compose fc1", "fc1 compose fn1", "fc1 compose fn2", "fn1 io fl1", "fl1 io fn2", "fc1 compose ac1"],
  ],
  ["The bike shall unlock within 3 seconds.", "re1=Unlock within 3 seconds", "fn2 satisfy re1"],
  ["A rider returns the bike at a station.", "uc2=Return bike", "sy1 compose uc2", "ac1 relation uc2"],
  [
    "The station checks the lock and sends its state to the system.",
    ...["fc2=Returning", "fn3=Check lock", "fn4=Receive the state", "fl2=State of the lock"],
    ...["uc2 compose fc2", "fc2 compose fn3", "fc2 compose fn4", "fn3 io fl2", "fl2 io fn4", "fc2 compose ac1"],
  ],
  ["Add a test for the unlocking.", "te1=Measure the unlocking", "re1 verify te1"],
  [
    "The operator sees where bikes are missing.",
    ...["ac2=Operator", "uc3=See missing bikes", "sy1 compose uc3", "ac2 relation uc3"],
  ],
  ["The system counts the bikes at each station.", "fn5=Count bikes at each station", "sy1 compose fn5"],
  ["The count goes to the map of the operator.", "fn6=Show map", "fl3=Count", "sy1 compose fn6", "fn5 io fl3"],
  ["And the map takes it.", "fl3 io fn6"],
  [
    "The system consists of stations, bikes, an app and a back end.",
    ...["mo1=Station", "mo2=Bike", "mo3=App", "mo4=Back end"],
    ...["sy1 compose mo1", "sy1 compose mo2", "sy1 compose mo3", "sy1 compose mo4"],
  ],
  ["The station carries the check of the lock, the app the scan.", "mo1 allocate fn3", "mo3 allocate fn1"],
  ["The back end counts and receives.", "mo4 allocate fn5", "mo4 allocate fn4"],
  [
    "The rider pays by card.",
    ...["uc4=Pay by card", "fc4=Paying", "fn7=Charge card", "ac3=Bank", "fl4=Payment"],
    ...[
      "sy1 compose uc4",
      "ac1 relation uc4",
      "uc4 compose fc4",
      "fc4 compose fn7",
      "fn7 io fl4",
      "fl4 io ac3",
      "fc4 compose ac1",
    ],
  ],
  ["The receipt goes to the rider.", "fn8=Send receipt", "fl5=Receipt", "fc4 compose fn8", "fn8 io fl5", "fl5 io ac1"],
  ["First it charges, then it sends.", "fl6=Confirmation", "fn7 io fl6", "fl6 io fn8"],
  [
    "A payment must never be taken twice.",
    "re2=Never taken twice",
    "fn7 satisfy re2",
    "te2=Pay twice",
    "re2 verify te2",
  ],
  [
    "A mechanic repairs bikes that riders report.",
    ...["ac4=Mechanic", "uc5=Repair bike", "uc6=Report damage", "sy1 compose uc5", "sy1 compose uc6"],
    ...["ac4 relation uc5", "ac1 relation uc6"],
  ],
  [
    "The report goes to the mechanic.",
    ...["fc6=Reporting", "fn9=Take report", "fl7=Report", "uc6 compose fc6", "fc6 compose fn9"],
    ...["ac1 io fl7", "fl7 io fn9", "fl8=Order of repair", "fn9 io fl8", "fl8 io ac4", "fc6 compose ac1"],
  ],
];

/** The model after each sentence. */
export const GROWING: readonly (readonly [sentence: string, after: Elements])[] = SENTENCES.map(([sentence], index) => {
  const parts = SENTENCES.slice(0, index + 1).flatMap(([, ...added]) => added);
  const named = parts.filter((part) => part.includes("=")).map((part) => part.split("=") as [string, string]);
  const joined = parts.filter((part) => !part.includes("=")).map((part) => part.split(" ") as [string, string, string]);
  const edges = joined.map(([source, relation, target]) => edge(source, relation, target));
  return [
    sentence,
    {
      nodes: new Map(named.map(([id, name]) => [id, node(id, { name })])),
      edges: new Map(edges.map((each) => [each.edgeId, each])),
    },
  ] as const;
});

/** English: the language that says which areas, keys and places there are. */

import { attributes, steps, told } from "../generated/en";
import { baselines } from "./baselines";
import { candidates } from "./candidates";
import { chat } from "./chat";
import { costs } from "./costs";
import { discussion } from "./discussion";
import { documents } from "./documents";
import { element } from "./element";
import { exchange } from "./exchange";
import { forms } from "./forms";
import { frame } from "./frame";
import { ghosts } from "./ghosts";
import { graph } from "./graph";
import { graphDialogs } from "./graphDialogs";
import { graphNotes } from "./graphNotes";
import { inquiry } from "./inquiry";
import { inspector } from "./inspector";
import { keys } from "./keys";
import { matrix } from "./matrix";
import { models } from "./models";
import { people } from "./people";
import { problems } from "./problems";
import { questions } from "./questions";
import { review } from "./review";
import { runs } from "./runs";
import { sources } from "./sources";
import { tables } from "./tables";
import { tree } from "./tree";

export const texts = {
  attributes,
  baselines,
  candidates,
  chat,
  costs,
  discussion,
  documents,
  element,
  exchange,
  forms,
  frame,
  ghosts,
  graph,
  graphDialogs,
  graphNotes,
  inquiry,
  inspector,
  people,
  keys,
  matrix,
  models,
  problems,
  questions,
  review,
  runs,
  sources,
  steps,
  tables,
  told,
  tree,
};

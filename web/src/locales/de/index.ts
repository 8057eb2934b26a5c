/** German. */

import { attributes, steps, told, tools, values } from "../generated/de";
import type { Translation } from "../translation";
import { automation } from "./automation";
import { baselines } from "./baselines";
import { candidates } from "./candidates";
import { chat } from "./chat";
import { comments } from "./comments";
import { conflicts } from "./conflicts";
import { costs } from "./costs";
import { cures } from "./cures";
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
import { matrix } from "./matrix";
import { models } from "./models";
import { overview } from "./overview";
import { ownKeys } from "./ownKeys";
import { people } from "./people";
import { problems } from "./problems";
import { questions } from "./questions";
import { review } from "./review";
import { runs } from "./runs";
import { sharing } from "./sharing";
import { sources } from "./sources";
import { tables } from "./tables";
import { tree } from "./tree";
import { views } from "./views";

export const texts: Translation = {
  attributes,
  automation,
  baselines,
  candidates,
  chat,
  comments,
  conflicts,
  costs,
  cures,
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
  matrix,
  models,
  overview,
  people,
  ownKeys,
  problems,
  questions,
  review,
  runs,
  sharing,
  sources,
  steps,
  tools,
  tables,
  told,
  tree,
  values,
  views,
};

/** The file that was chosen where a model begins. The dialog it is looked at in outlasts that place: a model may come meanwhile. */

import { createProjectStore } from "../state/createStore";

export const chosenFile = createProjectStore<File | undefined>(undefined);

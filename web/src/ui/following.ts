/** Whom I follow: my page shows the place, selection and window of theirs, until I do something on a canvas myself. */

import { createProjectStore } from "../state/createStore";

/** The id of a person. */
export const following = createProjectStore<string | undefined>(undefined);

/** Where my pointer is in the picture of the graph, while the pointers of all are shown. */
export const pointer = createProjectStore<readonly [number, number] | undefined>(undefined);

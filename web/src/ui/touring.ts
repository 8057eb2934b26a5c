/** Whether somebody walks through the tour of the page. */

import { createStore } from "../state/createStore";

export const touring = createStore(false);

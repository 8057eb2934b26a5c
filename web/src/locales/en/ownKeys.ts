/** Giving commands other keys. */

export const ownKeys = {
  hint: "Choose the keys of a command to give it others. They are kept in this browser.",
  change: "Change the keys of: {title}",
  press: "Press one key, or two one after the other. Esc leaves it as it was.",
  pressing: "Press keys …",
  reset: "Back to {keys}",
  resetAll: "All keys as they came",
  needed: "{keys} is needed to move, edit or leave. Take another one.",
  browser: "{keys} belongs to the browser. Take another one.",
  taken: "{keys} already means: {title}. Give that another one first.",
  elsewhere: "{keys} means something else while this has the focus: {places}",
} as const;

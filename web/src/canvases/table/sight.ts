/** Where a grid is scrolled to: titles that stay at its top cover what is behind them. */

/** Scrolls as little as is needed to see a line of the grid, by its number below the titles. */
export function bringIntoSight(grid: HTMLElement, line: number, height: number): void {
  const titles = grid.querySelector<HTMLElement>(".grid-head")?.offsetHeight ?? 0;
  const [top, room] = [line * height, grid.clientHeight - titles];
  if (top < grid.scrollTop) grid.scrollTop = top;
  else if (top + height > grid.scrollTop + room) grid.scrollTop = top + height - room;
}

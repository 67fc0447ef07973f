import type { LineOption } from '@qd/web-calls'

/** What people call a line; its id where it is not one of theirs. */
export const lineName = (lines: readonly LineOption[], lineId: string): string =>
  lines.find((line) => line.lineId === lineId)?.name ?? lineId

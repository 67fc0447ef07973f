/** How one list becomes another: elements rewritten in place, taken out, put in; what stays the same is not told. */
export interface ListSteps {
  /** Index before and after. */
  rewritten: { before: number; after: number }[]
  /** Indexes in the list before. */
  removed: number[]
  /** Indexes in the list after. */
  added: number[]
}

type Same = (before: number, after: number) => boolean

interface Span {
  before: [from: number, to: number]
  after: [from: number, to: number]
}

/** Above this the middle is paired by position: a table of lengths would cost more than it shows. */
const MAX_CELLS = 1_000_000

/** Pairs what can be paired; the surplus of the longer side is added or removed. */
function pairUp(steps: ListSteps, { before, after }: Span): void {
  const pairs = Math.min(before[1] - before[0], after[1] - after[0])
  for (let step = 0; step < pairs; step += 1) {
    steps.rewritten.push({ before: before[0] + step, after: after[0] + step })
  }
  for (let index = before[0] + pairs; index < before[1]; index += 1) steps.removed.push(index)
  for (let index = after[0] + pairs; index < after[1]; index += 1) steps.added.push(index)
}

/** Lengths of the longest common run from each pair of positions to the ends. */
function runLengths({ before, after }: Span, same: Same): { at: (i: number, j: number) => number } {
  const rows = before[1] - before[0]
  const columns = after[1] - after[0]
  const lengths = new Uint32Array((rows + 1) * (columns + 1))
  const place = (i: number, j: number): number => i * (columns + 1) + j
  for (let i = rows - 1; i >= 0; i -= 1) {
    for (let j = columns - 1; j >= 0; j -= 1) {
      lengths[place(i, j)] = same(before[0] + i, after[0] + j)
        ? lengths[place(i + 1, j + 1)]! + 1
        : Math.max(lengths[place(i + 1, j)]!, lengths[place(i, j + 1)]!)
    }
  }
  return { at: (i, j) => lengths[place(i - before[0], j - after[0])]! }
}

function alignMiddle(steps: ListSteps, span: Span, same: Same): void {
  const [beforeEnd, afterEnd] = [span.before[1], span.after[1]]
  const lengths = runLengths(span, same)
  let gap: Span = { before: [span.before[0], span.before[0]], after: [span.after[0], span.after[0]] }
  let [i, j] = [span.before[0], span.after[0]]
  while (i < beforeEnd && j < afterEnd) {
    if (same(i, j) && lengths.at(i, j) === lengths.at(i + 1, j + 1) + 1) {
      pairUp(steps, { before: [gap.before[0], i], after: [gap.after[0], j] })
      i += 1
      j += 1
      gap = { before: [i, i], after: [j, j] }
    } else if (lengths.at(i + 1, j) >= lengths.at(i, j + 1)) {
      i += 1
    } else {
      j += 1
    }
  }
  pairUp(steps, { before: [gap.before[0], beforeEnd], after: [gap.after[0], afterEnd] })
}

/** The fewest steps by the longest common run of the two lists; one insertion is one added element. */
export function listSteps(lengths: { before: number; after: number }, same: Same): ListSteps {
  const steps: ListSteps = { rewritten: [], removed: [], added: [] }
  const shorter = Math.min(lengths.before, lengths.after)
  let head = 0
  while (head < shorter && same(head, head)) head += 1
  let tail = 0
  while (tail < shorter - head && same(lengths.before - 1 - tail, lengths.after - 1 - tail)) tail += 1
  const span: Span = {
    before: [head, lengths.before - tail],
    after: [head, lengths.after - tail],
  }
  const [rows, columns] = [span.before[1] - head, span.after[1] - head]
  // What stayed at both ends is equal and needs no step.
  if (rows === 0 || columns === 0 || rows * columns > MAX_CELLS) pairUp(steps, span)
  else alignMiddle(steps, span, same)
  return steps
}

import { closePlayers, openPlayers, startBrowser } from './tools/browser.ts'
import type { Result, Row } from './tools/result.ts'

const WARM_UP = 8
const ROUNDS = 4
const AT_ONCE = 5
const TABS_A_ROUND = 50

/**
 * Compiled code counts as heap and grows for many hundred tabs, as the engine makes faster versions of what runs
 * often. An engine that only interprets shows what the pages themselves keep.
 */
const BROWSERS = {
  'interpreted only': ['--js-flags=--no-opt --no-maglev --no-sparkplug'],
  'as browsers are': [],
}

/** MB after the first forty tabs, and after each fifty more. */
async function heapOver(flags: string[]): Promise<number[]> {
  const under = await startBrowser({ flags })
  const openAndClose = async (turns: number) => {
    for (let turn = 0; turn < turns; turn += 1) {
      await openPlayers(under.page, AT_ONCE)
      await closePlayers(under.page)
    }
    return (await under.heap()) / 1e6
  }
  try {
    const heaps = [await openAndClose(WARM_UP)]
    for (let round = 0; round < ROUNDS; round += 1) heaps.push(await openAndClose(TABS_A_ROUND / AT_ONCE))
    return heaps
  } finally {
    await under.stop()
  }
}

/** The heap after opening and closing 200 tabs, of what it was after the first forty. */
export async function measure(): Promise<Result> {
  const rows: Row[] = []
  const shares: number[] = []
  for (const [name, flags] of Object.entries(BROWSERS)) {
    const [before, ...after] = (await heapOver(flags)) as [number, ...number[]]
    rows.push(
      { who: `heap after forty tabs, ${name}`, unit: 'MB', rounds: [before] },
      { who: `heap after each ${TABS_A_ROUND} more, closed, ${name}`, unit: 'MB', rounds: after },
    )
    shares.push((after.at(-1)! * 100) / before)
  }
  const [kept, compiled] = shares as [number, number]
  return {
    rows,
    verdicts: [
      { what: 'heap the pages keep after 200 tabs, of before', figure: kept, unit: '%', goal: '<= 110' },
    ],
    notes: [`With the code the engine compiles: ${compiled.toFixed(1)} % of before.`],
  }
}

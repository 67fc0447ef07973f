import { closePlayers, openPlayers, startBrowser } from './tools/browser.ts'
import type { Result } from './tools/result.ts'

const WARM_UP = 8
const ROUNDS = 4
const AT_ONCE = 5
const TABS_A_ROUND = 50

/** The heap after opening and closing 200 tabs, of what it was after the first forty, by which the engine has compiled most of it. */
export async function measure(): Promise<Result> {
  const under = await startBrowser()
  const openAndClose = async () => {
    await openPlayers(under.page, AT_ONCE)
    await closePlayers(under.page)
  }
  try {
    for (let turn = 0; turn < WARM_UP; turn += 1) await openAndClose()
    const before = await under.heap()
    const rounds: number[] = []
    for (let round = 0; round < ROUNDS; round += 1) {
      for (let turn = 0; turn < TABS_A_ROUND / AT_ONCE; turn += 1) await openAndClose()
      rounds.push((await under.heap()) / 1e6)
    }
    const share = (rounds.at(-1)! * 1e6 * 100) / before
    return {
      rows: [
        { who: 'heap after forty tabs', unit: 'MB', rounds: [before / 1e6] },
        { who: `heap after each ${TABS_A_ROUND} more, closed`, unit: 'MB', rounds },
      ],
      verdicts: [{ what: 'heap after 200 tabs, of before', figure: share, unit: '%', goal: '<= 110' }],
    }
  } finally {
    await under.stop()
  }
}

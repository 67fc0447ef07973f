import { AppError } from '@qd/contract-kit'
import type { ChannelRow } from '@qd/game-contract'
import { textIn } from '@qd/i18n'
import type { Language } from '@qd/i18n'
import { askLine, createKeptAnswers } from '@qd/server-kit'
import type { ChannelRecord, LineRecord, ReachPort } from '@qd/server-kit'

const FRESH_MS = 60_000
/** For one server; the line has others. */
const DEADLINE_MS = 2_000

export type ListChannels = (line: LineRecord, language: Language) => Promise<readonly ChannelRecord[]>

/** Channels of a line as its game servers name them; as stored while none of them ever answered (S7.06). */
export function createListChannels(reach: ReachPort<'channels'>, now: () => number): ListChannels {
  const kept = createKeptAnswers<readonly ChannelRow[]>({ freshMs: FRESH_MS, now })
  return async (line, language) => {
    try {
      const rows = await kept.get(line.lineId, () =>
        askLine(reach, reach.serversOf(line.lineId), ({ channels, target }) =>
          channels.list(target, { signal: AbortSignal.timeout(DEADLINE_MS) }),
        ),
      )
      return rows.map(({ name, code }) => ({ name: textIn(name, language), code }))
    } catch (error) {
      if (error instanceof AppError) return line.channels
      throw error
    }
  }
}

import { AppError } from '@qd/contract-kit'
import { askLine } from '@qd/server-kit'
import type { ReachPort } from '@qd/server-kit'
import type { ChannelRecord, LineRecord } from './catalogue.ts'

const FRESH_MS = 60_000

export type ListChannels = (line: LineRecord) => Promise<readonly ChannelRecord[]>

/** Channels of a line as its game servers name them; as stored while none of them answers (S7.06). */
export function createListChannels(reach: ReachPort, now: () => number): ListChannels {
  const answered = new Map<string, { atMs: number; channels: readonly ChannelRecord[] }>()
  return async (line) => {
    const last = answered.get(line.lineId)
    if (last && now() - last.atMs < FRESH_MS) return last.channels
    try {
      const channels = await askLine(reach, reach.serversOf(line.lineId), ({ adapter, target }) =>
        adapter.channels(target),
      )
      answered.set(line.lineId, { atMs: now(), channels })
      return channels
    } catch (error) {
      if (error instanceof AppError) return last?.channels ?? line.channels
      throw error
    }
  }
}

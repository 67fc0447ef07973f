import type { FrameDescriptor } from '@qd/game-frame'
import type { ConnectionView } from '../../../contract/index.ts'
import { withoutKey } from '../link/without-key.ts'
import { EMPTY_BOOK } from '../messages.ts'
import type { GameConnection } from './connection.ts'
import type { Page } from './page-feed.ts'

type Told = Pick<ConnectionView, 'phase' | 'steps' | 'network' | 'reconnect' | 'isPaused' | 'repeating'>

/** What a connection alone knows of itself. */
export interface ConnectionFacts extends Told {
  layout: FrameDescriptor | undefined
  isBeating: boolean
  beatSeconds: number
  /** The error it ended with; null for none. */
  why: unknown
}

/** A connection as a page is told of it, in the language of its reader. */
export function connectionView(
  connection: GameConnection,
  page: Page,
  facts: ConnectionFacts,
): ConnectionView {
  const { id, options, deviceId, uId, book } = connection
  const { layout, isBeating, beatSeconds, why, ...told } = facts
  return {
    ...told,
    connectionId: id,
    target: options.target,
    title: options.way.title,
    deviceId,
    uId,
    others: options.news.others(connection),
    heartbeat: {
      isKnown: layout?.heartbeat !== undefined,
      isOn: isBeating,
      everySeconds: beatSeconds,
      cmd: layout?.heartbeat?.cmd ?? 0,
    },
    layout: layout === undefined ? null : withoutKey(layout),
    definitionHash: book === EMPTY_BOOK ? '' : book.hash,
    why: why === null ? '' : page.failure(why).msg,
  }
}

import { MAX_EVENT_BYTES, serveChannel } from '@qd/server-kit'
import type { LiveTopics, ServedChannel } from '@qd/server-kit'
import type { Broadcast, StatementTarget } from '@qd/store'
import type { z } from '@qd/contract-kit'
import { playerEditsChannel } from '../../contract/index.ts'

export type PlayerEditEvent = z.infer<typeof playerEditsChannel.event>

const topicOf = (game: string, uId: string): string => `player-edits/${game}/${uId}`

/** Tells every node; a change list too big to travel is left out and editors read anew. */
export function publishEdit(
  topics: LiveTopics,
  player: { game: string; uId: string },
  event: PlayerEditEvent,
): Promise<void> {
  return topics.publish(topicOf(player.game, player.uId), event, { ...event, c: [] })
}

/** The same as part of a write: told if and when it commits. */
export function publishEditWith(
  broadcast: Broadcast,
  tx: StatementTarget,
  player: { game: string; uId: string },
  event: PlayerEditEvent,
): void {
  const text = JSON.stringify(event)
  const fits = Buffer.byteLength(text) <= MAX_EVENT_BYTES
  broadcast.publishWith(
    tx,
    topicOf(player.game, player.uId),
    fits ? text : JSON.stringify({ ...event, c: [] }),
  )
}

export function servePlayerEdits(topics: LiveTopics): ServedChannel {
  return serveChannel(playerEditsChannel, (_open, { place, send }) =>
    topics.subscribe(topicOf(place.game ?? '', place.uId ?? ''), (event) => send(event as PlayerEditEvent)),
  )
}

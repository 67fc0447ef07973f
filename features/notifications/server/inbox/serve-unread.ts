import { serveChannel } from '@qd/server-kit'
import type { ServedChannel } from '@qd/server-kit'
import { notificationsChannel } from '../../contract/index.ts'
import type { UseCaseDeps } from '../notifications-deps.ts'
import { countUnread } from './list-own.ts'
import { USERS_TOPIC } from './users-topic.ts'

/** Tells every open window of a person how many are unread, on whatever node it is open. */
export function serveUnread({ store, log }: UseCaseDeps): ServedChannel {
  return serveChannel(notificationsChannel, (_open, { caller, send }) => {
    // Whoever looks at the console as a role has no post.
    if ((caller.kind ?? 'full') !== 'full') return () => undefined
    const state = { isAsked: false, isTelling: false, isOpen: true }
    // However many arrive meanwhile, they are counted once more.
    const tell = async () => {
      if (state.isTelling) return
      state.isTelling = true
      try {
        while (state.isAsked && state.isOpen) {
          state.isAsked = false
          const unread = await countUnread(store.read, caller.userId)
          if (state.isOpen) send({ unread })
        }
      } catch (error) {
        // The next change, or the next look at the list, makes up for it.
        log.error({ err: error }, 'unread notifications could not be counted')
      } finally {
        state.isTelling = false
      }
    }
    const ask = () => {
      state.isAsked = true
      void tell()
    }
    const mine = JSON.stringify(caller.userId)
    const disposers = [
      store.broadcast.subscribe(USERS_TOPIC, (ids) => {
        if (ids.includes(mine)) ask()
      }),
      store.broadcast.onLost(ask),
    ]
    ask()
    return () => {
      state.isOpen = false
      for (const dispose of disposers) dispose()
    }
  })
}

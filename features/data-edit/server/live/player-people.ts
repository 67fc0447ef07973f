import type { z } from '@qd/contract-kit'
import { callerHolds, serveChannel } from '@qd/server-kit'
import type { LiveTopics, ServedChannel, Subscription } from '@qd/server-kit'
import { editPlayerData, playerPeopleChannel } from '../../contract/index.ts'

/** How often a page says that it is still there. */
const HERE_EVERY_MS = 10_000
/** After that much silence a page is gone: its node died. */
const SILENT_MS = 30_000
/** A page that opens the channel anew, after a reload say, has not left. */
const LEAVE_MS = 1_500

type PeopleEvent = z.infer<typeof playerPeopleChannel.event>

/** What the pages of one player tell each other, whatever node they are on. */
type Word =
  | { kind: 'here'; page: string; userId: string; name: string; isEditing: boolean }
  | { kind: 'gone'; page: string }
  /** A page that has just come asks the others to say that they are there. */
  | { kind: 'who' }

interface Seen {
  userId: string
  name: string
  isEditing: boolean
  timer: NodeJS.Timeout
}

/** The others, one row per person, in a stable order. */
function peopleOf(seen: Iterable<Seen>, ownId: string): PeopleEvent['people'] {
  const people = new Map<string, PeopleEvent['people'][number]>()
  for (const { userId, name, isEditing } of seen) {
    if (userId === ownId) continue
    people.set(userId, { name, isEditing: isEditing || people.get(userId)?.isEditing === true })
  }
  return [...people.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1))
}

/** The pages one subscription has heard of; each subscription keeps its own, so nodes share nothing. */
function createHearing(ownId: string, send: (event: PeopleEvent) => void) {
  const seen = new Map<string, Seen>()
  let told: string | null = null
  const tell = () => {
    const people = peopleOf(seen.values(), ownId)
    const text = JSON.stringify(people)
    if (text === told) return
    told = text
    send({ people })
  }
  const leaveIn = (page: string, ms: number) => {
    const timer = setTimeout(() => {
      seen.delete(page)
      tell()
    }, ms)
    return timer.unref()
  }
  // Said at least once, so that a page that comes again forgets who has left meanwhile.
  const first = setTimeout(tell, LEAVE_MS).unref()
  return {
    hear(word: Exclude<Word, { kind: 'who' }>) {
      const known = seen.get(word.page)
      clearTimeout(known?.timer)
      if (word.kind === 'here') {
        const { page, userId, name, isEditing } = word
        seen.set(page, { userId, name, isEditing, timer: leaveIn(page, SILENT_MS) })
        tell()
      } else if (known !== undefined) known.timer = leaveIn(word.page, LEAVE_MS)
    },
    end() {
      clearTimeout(first)
      for (const { timer } of seen.values()) clearTimeout(timer)
      seen.clear()
    },
  }
}

function mayEdit({ caller, place }: Subscription): boolean {
  return caller.isReadOnly !== true && callerHolds(caller, editPlayerData, place)
}

/** Tells who else has a player open; only those who may read them there hear it, and only they are told of. */
export function servePlayerPeople(topics: LiveTopics): ServedChannel {
  return serveChannel(playerPeopleChannel, (open, subscription) => {
    const { caller, place, send } = subscription
    const topic = `player-people/${place.game ?? ''}/${place.uId ?? ''}`
    // The user is part of the name, so that nobody can speak for another's page.
    const page = `${caller.userId}:${open.page}`
    const isEditing = open.isEditing && mayEdit(subscription)
    const hearing = createHearing(caller.userId, send)
    // A word that is lost is said again soon; nothing else depends on it.
    const say = (word: Word) => void topics.publish(topic, word).catch(() => undefined)
    const sayHere = () => say({ kind: 'here', page, userId: caller.userId, name: caller.username, isEditing })
    const unsubscribe = topics.subscribe(topic, (event) => {
      const word = event as Word
      // A goodbye of ours comes late when a broken connection was replaced before it was noticed.
      if (word.kind === 'who' || (word.kind === 'gone' && word.page === page)) sayHere()
      else hearing.hear(word)
    })
    say({ kind: 'who' })
    const beat = setInterval(sayHere, HERE_EVERY_MS)
    beat.unref()
    return () => {
      clearInterval(beat)
      unsubscribe()
      hearing.end()
      say({ kind: 'gone', page })
    }
  })
}

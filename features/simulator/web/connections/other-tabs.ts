/** How long other tabs have to say what they hold; they answer at once, or are gone. */
const ANSWER_MS = 150

interface Asked {
  /** Server's ids of connections somebody is about to take up. */
  asks: readonly string[]
}
interface Held {
  held: readonly string[]
}
interface Taken {
  taken: string
}
type Told = Partial<Asked & Held & Taken>

const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('qd-simulator')

// A channel has no origin to name: it reaches pages of this one only.
// oxlint-disable-next-line unicorn/require-post-message-target-origin
const post = (told: Asked | Held | Taken): void => channel?.postMessage(told)

/**
 * A browser copies what a window keeps into its duplicate: both would take up the same connections. `held` gives the ids
 * this page has; `onTaken` is told of one that another tab took over.
 */
export function answerOtherTabs(held: () => readonly string[], onTaken: (id: string) => void): void {
  channel?.addEventListener('message', ({ data }: MessageEvent<Told>) => {
    const mine = new Set(held())
    const wanted = data.asks?.filter((id) => mine.has(id)) ?? []
    if (wanted.length > 0) post({ held: wanted })
    if (data.taken !== undefined && mine.has(data.taken)) onTaken(data.taken)
  })
}

/** Which of these another tab has. */
export function heldElsewhere(ids: readonly string[]): Promise<ReadonlySet<string>> {
  const found = new Set<string>()
  if (channel === null || ids.length === 0) return Promise.resolve(found)
  return new Promise((resolve) => {
    const hear = ({ data }: MessageEvent<Told>): void => {
      for (const id of data.held ?? []) found.add(id)
    }
    channel.addEventListener('message', hear)
    post({ asks: ids })
    setTimeout(() => {
      channel.removeEventListener('message', hear)
      resolve(found)
    }, ANSWER_MS)
  })
}

/** Tells other tabs that this one has it from now on. */
export function tellTaken(id: string): void {
  post({ taken: id })
}

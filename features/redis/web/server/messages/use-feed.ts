import type { CallError } from '@qd/web-base'
import { useEffect, useRef, useState } from 'react'
import { MESSAGES_KEPT } from '../../../contract/index.ts'

/** What a page listens to: it tells items, how many were left out, and how its socket is. */
export interface FeedListener<T> {
  items(items: readonly T[], dropped: number): void
  link(link: FeedLink): void
  refused(error: CallError): void
  /** The way between this page and the console broke, and comes back by itself. */
  lost(): void
}

export interface FeedLink {
  state: 'ready' | 'reconnecting' | 'lost'
  attempt: number
  msg: string
}

export interface Feed<T> {
  /** Oldest first; at most MESSAGES_KEPT. */
  readonly rows: readonly (T & { readonly n: number })[]
  /** Left out by the console, or gone from here for newer ones. */
  readonly dropped: number
  /** Times the way was lost: what was sent meanwhile is missing. */
  readonly gaps: number
  readonly link: FeedLink | null
  readonly refused: CallError | null
  clear(): void
}

interface State<T> {
  rows: readonly (T & { readonly n: number })[]
  dropped: number
  gaps: number
  link: FeedLink | null
  refused: CallError | null
}

const FRESH = { rows: [], dropped: 0, gaps: 0, link: null, refused: null }

function withItems<T>(state: State<T>, items: readonly T[], dropped: number): State<T> {
  const next = (state.rows.at(-1)?.n ?? 0) + 1
  const rows = [...state.rows, ...items.map((item, at) => ({ ...item, n: next + at }))]
  const left = Math.max(0, rows.length - MESSAGES_KEPT)
  return { ...state, rows: rows.slice(left), dropped: state.dropped + dropped + left }
}

/** Listens while `start` is given; `key` stands for what it listens to. What came stays when it is another. */
export function useFeed<T>(
  start: ((listener: FeedListener<T>) => { end(): void }) | null,
  key: string,
): Feed<T> {
  const [state, setState] = useState<State<T>>(FRESH)
  const latest = useRef(start)
  useEffect(() => {
    latest.current = start
  })
  const isOn = start !== null
  useEffect(() => {
    if (!isOn || latest.current === null) return undefined
    setState((before) => ({ ...before, link: null, refused: null }))
    const gap = (before: State<T>): State<T> => ({ ...before, gaps: before.gaps + 1 })
    const open = latest.current({
      items: (items, dropped) => setState((before) => withItems(before, items, dropped)),
      link: (link) => setState((before) => ({ ...(link.state === 'ready' ? gap(before) : before), link })),
      refused: (refused) => setState((before) => ({ ...before, refused })),
      lost: () => setState(gap),
    })
    return () => open.end()
    // eslint-disable-next-line react-hooks/exhaustive-deps -- key stands for what is listened to
  }, [isOn, key])
  return { ...state, clear: () => setState((before) => ({ ...before, rows: [], dropped: 0, gaps: 0 })) }
}

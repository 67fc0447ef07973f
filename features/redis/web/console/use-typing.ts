import { useMemo, useRef, useState } from 'react'
import type { KeyboardEvent, RefObject } from 'react'
import { parseCommands } from '../../contract/index.ts'
import type { CommandFault } from '../../contract/index.ts'
import type { ConsoleSession } from './console-session.ts'
import { useConsole } from './consoles.ts'
import { historyOf, noteHistory } from './history.ts'
import { commandOf, historyFor, lineAt, suggestionsFor } from './model/suggestions.ts'
import type { Suggestion } from './model/suggestions.ts'
import { useSnippets } from './snippets.ts'

export interface Typing {
  readonly draft: string
  readonly list: readonly Suggestion[]
  /** Which of them is chosen; -1: none. */
  readonly chosen: number
  readonly isSearching: boolean
  readonly fault: (CommandFault & { line: number }) | null
  readonly hint: string
  type(text: string, at: number): void
  moved(at: number): void
  take(suggestion: Suggestion): void
  onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>): void
  leave(): void
  search(): void
  send(): void
}

/** What the page itself answers; whether it did. */
function runHere(session: ConsoleSession, text: string): boolean {
  const words = text.trim().split(/\s+/)
  const name = words[0]?.toLowerCase()
  if (name === 'clear' && words.length === 1) {
    session.clear()
    return true
  }
  if (name !== 'help' || text.trim().includes('\n')) return false
  const asked = words.slice(1).join(' ').toUpperCase()
  const { help } = session.now
  const exact = help.filter((each) => each.name === asked)
  const found = exact.length > 0 ? exact : help.filter((each) => asked !== '' && each.name.startsWith(asked))
  session.add(text.trim(), { kind: 'help', help: found })
  return true
}

/** Goes through what was typed before; what is typed now comes back behind the newest. */
function useHistory(session: ConsoleSession, put: (text: string) => void) {
  const place = useRef({ at: -1, typed: '' })
  return {
    leave: () => {
      place.current = { at: -1, typed: '' }
    },
    go(step: 1 | -1): void {
      const lines = historyOf(session.database.connection.id)
      const { at } = place.current
      if (at === -1) place.current.typed = session.now.draft
      const next = Math.max(-1, Math.min(lines.length - 1, at + step))
      if (next === at) return
      place.current.at = next
      put(next === -1 ? place.current.typed : lines[next]!)
    },
  }
}

/** The line that is typed: suggestions, history, and what sends it. */
export function useTyping(session: ConsoleSession, box: RefObject<HTMLTextAreaElement | null>): Typing {
  const { draft, help } = useConsole(session, (store) => store)
  const { snippets } = useSnippets()
  const [cursor, setCursor] = useState(0)
  const [mode, setMode] = useState<'closed' | 'suggest' | 'search'>('closed')
  const [chosen, setChosen] = useState(-1)
  const [fault, setFault] = useState<Typing['fault']>(null)
  const { line, from, to } = lineAt(draft, Math.min(cursor, draft.length))
  const { id } = session.database.connection
  const list = useMemo(() => {
    if (mode === 'search') return historyFor(draft, historyOf(id))
    return mode === 'suggest' ? suggestionsFor(line, help, snippets) : []
  }, [mode, draft, id, line, help, snippets])
  const close = (): void => {
    setMode('closed')
    setChosen(-1)
  }
  const put = (text: string, at = text.length): void => {
    session.set({ draft: text })
    setCursor(at)
    setFault(null)
    close()
    const input = box.current
    if (input === null) return
    input.focus()
    // After the text is drawn: until then there is no such place.
    requestAnimationFrame(() => input.setSelectionRange(at, at))
  }
  const history = useHistory(session, (text) => put(text))
  const take = (suggestion: Suggestion): void => {
    if (suggestion.kind !== 'command') return put(suggestion.text)
    put(draft.slice(0, from) + suggestion.text + draft.slice(to), from + suggestion.text.length)
  }
  const send = (): void => {
    if (session.isBusy || draft.trim() === '') return
    const parsed = runHere(session, draft) ? null : parseCommands(draft)
    if (parsed !== null && 'fault' in parsed) return setFault(parsed.fault)
    noteHistory(id, draft)
    history.leave()
    put('')
    if (parsed !== null) void session.runAll(parsed.commands)
  }
  const search = (): void => {
    setMode('search')
    setChosen(0)
    box.current?.focus()
  }
  const command = commandOf(line, help)
  return {
    draft,
    list,
    chosen: Math.min(chosen, list.length - 1),
    isSearching: mode === 'search',
    fault,
    hint: command === null ? '' : `${command.name} ${command.syntax}`.trim(),
    type(text, at) {
      session.set({ draft: text })
      setCursor(at)
      setFault(null)
      if (mode !== 'search') setMode('suggest')
      setChosen(mode === 'search' ? 0 : -1)
    },
    moved: setCursor,
    take,
    leave: close,
    search,
    send,
    onKeyDown(event) {
      if (event.nativeEvent.isComposing) return
      const isHandled = handleKey(event, { list, chosen, setChosen, take, close, search, send, history })
      if (isHandled) event.preventDefault()
    },
  }
}

interface Acts {
  list: readonly Suggestion[]
  chosen: number
  setChosen: (at: number) => void
  take: (suggestion: Suggestion) => void
  close: () => void
  search: () => void
  send: () => void
  history: { go: (step: 1 | -1) => void }
}

/** Whether the key was for the console; the others are the browser's. */
function handleKey(event: KeyboardEvent<HTMLTextAreaElement>, acts: Acts): boolean {
  const { list, chosen } = acts
  const { key, currentTarget: input } = event
  const isPlain = !event.shiftKey && !event.altKey && !event.ctrlKey && !event.metaKey
  if ((event.ctrlKey || event.metaKey) && key.toLowerCase() === 'r' && !event.shiftKey) {
    acts.search()
    return true
  }
  if (!isPlain) return false
  if (list.length > 0) {
    if (key === 'ArrowDown' || (key === 'ArrowUp' && chosen >= 0)) {
      acts.setChosen((chosen + (key === 'ArrowDown' ? 1 : -1) + list.length) % list.length)
      return true
    }
    if (key === 'Tab' || (key === 'Enter' && chosen >= 0)) {
      acts.take(list[Math.max(0, chosen)]!)
      return true
    }
    if (key === 'Escape') {
      acts.close()
      return true
    }
  }
  if (key === 'Enter') {
    acts.send()
    return true
  }
  const isOnFirst = !input.value.slice(0, input.selectionStart).includes('\n')
  const isOnLast = !input.value.slice(input.selectionEnd).includes('\n')
  if (key === 'ArrowUp' && isOnFirst) acts.history.go(1)
  else if (key === 'ArrowDown' && isOnLast) acts.history.go(-1)
  else return false
  return true
}

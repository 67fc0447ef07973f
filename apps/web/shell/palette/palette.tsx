import { playerSearch } from '@qd/scope/contract'
import { textByKey, useIsMobile, useKitText, useTexts } from '@qd/web-base'
import { useMay } from '@qd/web-calls'
import { Kbd, useReadings } from '@qd/web-controls'
import { Search, X } from 'lucide-react'
import { useId, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { KeyboardEvent, ReactNode } from 'react'
import { createPortal } from 'react-dom'
import '../../boot/texts.ts'
import type { Indexed } from '@qd/web-controls/search'
import { indexEntries } from './index-entries.ts'
import { PaletteList } from './palette-list.tsx'
import styles from './palette.module.css'
import { paletteRows } from './palette-rows.ts'
import type { PaletteRow } from './palette-rows.ts'
import { SECTIONS } from './palette-entry.ts'
import type { PaletteEntry } from './palette-entry.ts'
import { PrefixChips } from './prefix-chips.tsx'
import { prefixesOf, readTyped } from './prefixes.ts'
import type { Typed } from './prefixes.ts'
import { useGroupEntries, useGroups } from './use-groups.tsx'
import type { FeatureGroup } from './use-groups.tsx'
import { noteChosen, useRecent } from './recent.ts'
import { takeTypedAhead, typedAhead } from './typed-ahead.tsx'
import { playersCalled, typedPlayer } from './use-place-entries.ts'
import { usePaletteEntries } from './use-palette-entries.ts'

const SHELL_SECTIONS: ReadonlySet<string> = new Set(SECTIONS)

interface Rows {
  rows: PaletteRow[]
  /** Nothing the palette knows matches. */
  isNone: boolean
}

/** Of two entries of one id the first one stands: a player opened lately and found again. */
function distinct(entries: readonly Indexed<PaletteEntry>[]): readonly Indexed<PaletteEntry>[] {
  const ids = new Set<string>()
  return entries.filter(({ entry }) => !ids.has(entry.id) && ids.add(entry.id))
}

/** Rows for what was typed; a typed uId comes first, as a player to open; any other text can search for players. */
function useRows(
  typed: Typed,
  groups: readonly FeatureGroup[],
  lists: readonly (readonly PaletteEntry[])[],
): Rows {
  const t = useTexts('shell')
  const entries = usePaletteEntries()
  const readings = useReadings()
  const recent = useRecent((state) => state.ids)
  const maySearch = useMay(playerSearch)
  const { query, sections } = typed
  const indexed = useMemo(
    () => distinct([entries, ...lists].flatMap((list) => indexEntries(list, readings))),
    [entries, lists, readings],
  )
  return useMemo(() => {
    const rows = paletteRows(indexed, {
      query,
      sections,
      recent,
      unlisted: new Set(groups.map(({ id }) => id).filter((id) => !SHELL_SECTIONS.has(id))),
    })
    if (sections !== null && !sections.has('player')) return { rows, isNone: rows.length === 0 }
    const player = typedPlayer(query, t('palette.openPlayer', { uId: query.trim() }))
    const called = playersCalled(query, t('palette.findPlayers', { text: query.trim() }))
    if (called !== null && maySearch && !isNamed(rows, query)) {
      return { rows: withSearch(rows, called), isNone: rows.length === 0 }
    }
    return player === null
      ? { rows, isNone: rows.length === 0 }
      : { rows: withTyped(rows, player), isNone: false }
  }, [indexed, query, sections, recent, groups, maySearch, t])
}

/** The player of a typed uId stands above everything, and once. */
function withTyped(rows: readonly PaletteRow[], entry: PaletteEntry): PaletteRow[] {
  const others = rows.filter((row) => row.kind === 'head' || row.entry.id !== entry.id)
  return [
    { kind: 'head', section: 'player' },
    { kind: 'entry', entry, section: 'player' },
    ...others.filter((row, at) => !(row.kind === 'head' && others[at + 1]?.kind !== 'entry')),
  ]
}

/** Whoever types the whole name of a page or a command means that one. */
function isNamed(rows: readonly PaletteRow[], query: string): boolean {
  const name = query.trim().toLowerCase()
  return rows.some(
    (row) => row.kind === 'entry' && row.section !== 'player' && row.entry.title.toLowerCase() === name,
  )
}

/** The search stands below the players that match, or below everything, under a head of its own. */
function withSearch(rows: readonly PaletteRow[], entry: PaletteEntry): PaletteRow[] {
  const row: PaletteRow = { kind: 'entry', entry, section: 'player' }
  const last = rows.findLastIndex(({ section }) => section === 'player')
  return last === -1 ? [...rows, { kind: 'head', section: 'player' }, row] : rows.toSpliced(last + 1, 0, row)
}

/** What a section is called: by the shell, else by its feature. */
function useHeads(groups: readonly FeatureGroup[]): (section: string) => string {
  const t = useTexts('shell')
  return (section) => {
    const own = SECTIONS.find((each) => each === section)
    if (own !== undefined) return t(`palette.section.${own}`)
    const group = groups.find(({ id }) => id === section)
    return group === undefined ? section : textByKey(group.feature, group.titleKey)
  }
}

const PAGE_ROWS = 8

function steps(key: string, count: number): number {
  const found: Record<string, number> = {
    ArrowDown: 1,
    ArrowUp: -1,
    PageDown: PAGE_ROWS,
    PageUp: -PAGE_ROWS,
    Home: -count,
    End: count,
  }
  return found[key] ?? 0
}

function Foot(): ReactNode {
  const t = useTexts('shell')
  return (
    <footer className={styles.foot} aria-hidden>
      <span>
        <Kbd>↑</Kbd> <Kbd>↓</Kbd> {t('palette.move')}
      </span>
      <span>
        <Kbd>↵</Kbd> {t('palette.choose')}
      </span>
      <span>
        <Kbd>Esc</Kbd> {t('palette.close')}
      </span>
    </footer>
  )
}

/** Pages, servers, players, commands and settings, one field away. */
export default function Palette({ onClose }: { onClose: () => void }): ReactNode {
  const t = useTexts('shell')
  const kit = useKitText()
  const [query, setQuery] = useState(typedAhead)
  // Keys may have come since this was first drawn.
  useLayoutEffect(() => {
    const late = takeTypedAhead()
    // eslint-disable-next-line react/set-state-in-effect -- keys came from outside, before there was a field
    if (late !== null) setQuery(late)
  }, [])
  const [active, setActive] = useState(0)
  const isMobile = useIsMobile()
  const listId = useId()
  const opener = useRef(document.activeElement)
  const field = useRef<HTMLInputElement>(null)
  const groups = useGroups()
  const prefixes = useMemo(() => prefixesOf(groups), [groups])
  const typed = useMemo(() => readTyped(query, prefixes), [query, prefixes])
  const { sources, lists, faults } = useGroupEntries(groups, typed)
  const { rows, isNone } = useRows(typed, groups, lists)
  const headOf = useHeads(groups)
  const choices = useMemo(() => rows.filter((row) => row.kind === 'entry'), [rows])
  const at = Math.min(active, choices.length - 1)

  const close = () => {
    onClose()
    if (opener.current instanceof HTMLElement && opener.current.isConnected) opener.current.focus()
  }
  const choose = (entry: PaletteEntry) => {
    close()
    noteChosen(entry.id)
    entry.run()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    // Keys of an input method choose a character, not an entry.
    if (event.nativeEvent.isComposing) return
    const picked = choices[at]
    const step = steps(event.key, choices.length)
    if (event.key === 'Escape') close()
    else if (event.key === 'Enter' && picked !== undefined) choose(picked.entry)
    else if (step === 0 && event.key !== 'Tab') return
    else if (Math.abs(step) === 1) setActive((at + step + choices.length) % Math.max(1, choices.length))
    else setActive(Math.max(0, Math.min(choices.length - 1, at + step)))
    event.preventDefault()
    event.stopPropagation()
  }

  return createPortal(
    <div className={styles.ground} onPointerDown={(event) => event.target === event.currentTarget && close()}>
      <div role="dialog" aria-modal aria-label={t('palette.title')} className={styles.palette}>
        <div className={styles.field}>
          <Search size={16} aria-hidden />
          <input
            ref={field}
            // eslint-disable-next-line jsx-a11y/no-autofocus -- opened by the operator to type here
            autoFocus
            role="combobox"
            aria-expanded
            aria-controls={listId}
            aria-activedescendant={at < 0 ? undefined : `${listId}-${at}`}
            aria-autocomplete="list"
            aria-label={t('palette.placeholder')}
            autoComplete="off"
            spellCheck={false}
            placeholder={t('palette.placeholder')}
            value={query}
            onChange={(event) => {
              setQuery(event.target.value)
              setActive(0)
            }}
            onKeyDown={onKeyDown}
          />
          {isMobile ? (
            <button type="button" className={styles.close} aria-label={kit('close')} onClick={close}>
              <X size={18} aria-hidden />
            </button>
          ) : null}
        </div>
        <PrefixChips
          prefixes={prefixes}
          chosen={typed.prefix}
          headOf={headOf}
          onChoose={(prefix) => {
            setQuery(`${prefix}${typed.query}`)
            setActive(0)
            field.current?.focus()
          }}
        />
        {sources}
        {faults.map((fault) => (
          <p key={fault} className={styles.fault} role="status">
            {fault}
          </p>
        ))}
        <PaletteList
          id={listId}
          rows={rows}
          active={at}
          headOf={headOf}
          onPick={choose}
          onPoint={setActive}
        />
        {isNone ? (
          <p className={styles.none} role="status">
            {t('palette.none')}
          </p>
        ) : null}
        {isMobile ? null : <Foot />}
      </div>
    </div>,
    document.body,
  )
}

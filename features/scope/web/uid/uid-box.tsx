import { useTexts } from '@qd/web-base'
import {
  NO_PLAYER,
  addressWithPlayer,
  playerAddress,
  playerOfAddress,
  searchAddress,
  useMay,
} from '@qd/web-calls'
import { IconButton, Kbd } from '@qd/web-controls'
import { toast } from '@qd/web-frame'
import type { NamedPlayer } from '@qd/web-calls'
import { Button } from 'antd'
import { History, Search, X } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import type { FormEvent, KeyboardEvent, ReactNode } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { LONGEST_SEARCH, playerSearch } from '../../contract/index.ts'
import '../texts.ts'
import { useLookupCount } from './lookup-count.ts'
import { forgetPlayer } from './uid-address.ts'
import styles from './uid-box.module.css'
import { useUIdHistory } from './uid-history.ts'
import type { UsedPlayer } from './uid-history.ts'
import { useSlashShortcut } from './use-slash-shortcut.ts'

interface PlayerWays {
  current: NamedPlayer
  open: (player: NamedPlayer) => void
  find: (text: string) => void
  forget: () => void
}

/** Moves the app to a player, to those a text finds, to none, or looks the same one up again. */
function useGoToPlayer(): PlayerWays {
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const current = playerOfAddress(`${pathname}${search}`)
  return {
    current,
    open({ uId, game }) {
      const isSame = uId === current.uId && (game === '' || game === current.game)
      if (isSame) useLookupCount.getState().lookAgain()
      void navigate(playerAddress(isSame ? current : { uId, game }, pathname))
    },
    find(text) {
      void navigate(searchAddress(text))
    },
    forget() {
      forgetPlayer()
      void navigate(addressWithPlayer(`${pathname}${search}`, NO_PLAYER))
    },
  }
}

/** Two games may each have a player of this uId. */
function isTwice(players: readonly UsedPlayer[], uId: string): boolean {
  return players.filter((player) => player.uId === uId).length > 1
}

function HistoryList(props: {
  id: string
  players: readonly UsedPlayer[]
  active: number
  onPick: (player: NamedPlayer) => void
}): ReactNode {
  const t = useTexts('scope')
  return (
    <div className={styles.popup}>
      <div role="listbox" id={props.id} aria-label={t('uId.recent')}>
        {props.players.map(({ uId, game, name }, index) => (
          <div
            key={`${game}/${uId}`}
            role="option"
            id={`${props.id}-${index}`}
            aria-selected={index === props.active}
            className={styles.option}
            // The press must not take the focus from the box before the click arrives.
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => props.onPick({ uId, game })}
          >
            <History size={13} aria-hidden />
            {uId}
            {name === '' ? null : <bdi className={styles.name}>{name}</bdi>}
            {isTwice(props.players, uId) ? <code className={styles.name}>{game}</code> : null}
          </div>
        ))}
      </div>
    </div>
  )
}

/** Looks up a player by uId, and leads to the search with any other text; offers the last 15 found (S1.02, S4.10). */
export function UIdBox({ isBlock = false, onDone }: { isBlock?: boolean; onDone?: () => void }): ReactNode {
  const t = useTexts('scope')
  const { current: player, open, find, forget } = useGoToPlayer()
  const maySearch = useMay(playerSearch)
  const current = player.uId
  const history = useUIdHistory((state) => state.players)
  const [text, setText] = useState(current)
  /** Typed and not confirmed yet: an address that arrives late leaves it alone. */
  const [isTyped, setTyped] = useState(false)
  const [shownFor, setShownFor] = useState(current)
  const [isOpen, setOpen] = useState(false)
  const [active, setActive] = useState(-1)
  const input = useRef<HTMLInputElement>(null)
  const listId = useId()
  useSlashShortcut(input, !isBlock)
  if (shownFor !== current) {
    setShownFor(current)
    if (!isTyped) setText(current)
  }
  const show = (value: string) => {
    setText(value)
    setTyped(false)
  }

  const isFiltering = text !== '' && text !== current
  const shown = history.filter(({ uId, game, name }) =>
    isFiltering
      ? `${uId} ${name.toLowerCase()}`.includes(text.trim().toLowerCase())
      : uId !== current || (game !== player.game && game !== ''),
  )
  const hasList = isOpen && shown.length > 0

  const search = (named: string) => {
    if (named === '' || !maySearch) return toast.warning(t('uId.invalid'))
    show(current)
    setOpen(false)
    // The field of the search takes the focus.
    input.current?.blur()
    find(named)
    onDone?.()
  }
  const confirm = ({ uId, game }: NamedPlayer) => {
    const digits = uId.trim()
    if (!/^\d{1,19}$/.test(digits)) return search(digits)
    show(digits)
    setOpen(false)
    setActive(-1)
    open({ uId: digits, game })
    onDone?.()
  }
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    confirm(shown[hasList ? active : -1] ?? { uId: text, game: '' })
  }
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Escape') {
      setOpen(false)
      show(current)
    }
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step === 0) return
    event.preventDefault()
    setOpen(true)
    setActive(Math.max(-1, Math.min(shown.length - 1, active + step)))
  }
  const onClear = () => {
    show('')
    forget()
    input.current?.focus()
  }

  return (
    <form
      className={styles.box}
      data-block={isBlock}
      role="search"
      onSubmit={onSubmit}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) setTyped(false)
      }}
    >
      <Search size={14} aria-hidden className={styles.icon} />
      <input
        ref={input}
        className={styles.input}
        role="combobox"
        aria-label={t('uId.label')}
        aria-expanded={hasList}
        aria-controls={hasList ? listId : undefined}
        aria-activedescendant={hasList && active >= 0 ? `${listId}-${active}` : undefined}
        aria-autocomplete="list"
        autoComplete="off"
        maxLength={LONGEST_SEARCH}
        placeholder={t('uId.placeholder')}
        title={t('search.also')}
        value={text}
        onChange={(event) => {
          setText(event.target.value)
          setTyped(true)
          setActive(-1)
          setOpen(true)
        }}
        onFocus={() => setOpen(true)}
        onBlur={() => setOpen(false)}
        onKeyDown={onKeyDown}
      />
      {text === '' && current === '' ? (
        <span className={styles.hint} aria-hidden>
          {isBlock ? null : <Kbd>/</Kbd>}
        </span>
      ) : (
        <IconButton isSmall label={t('uId.forget')} onClick={onClear}>
          <X size={14} aria-hidden />
        </IconButton>
      )}
      <Button type="primary" htmlType="submit" size="small">
        {t('uId.confirm')}
      </Button>
      {hasList ? <HistoryList id={listId} players={shown} active={active} onPick={confirm} /> : null}
    </form>
  )
}

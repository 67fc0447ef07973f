import { parseUId } from '@qd/game-id'
import { useIsMobile, useTexts } from '@qd/web-base'
import { Allowed, playerAddress, searchAddress } from '@qd/web-calls'
import { IconButton, SegmentedControl } from '@qd/web-controls'
import { Button } from 'antd'
import { Search, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { FormEvent, KeyboardEvent, ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { LONGEST_SEARCH, playerSearch } from '../../contract/index.ts'
import '../texts.ts'
import { FoundPlayers } from './found-players.tsx'
import styles from './player-search.module.css'
import { usePlayerSearch } from './use-player-search.ts'
import type { PlayerSearchState, Where } from './use-player-search.ts'

/** Arrow keys walk from the field through the players found; from the first one they lead back. */
function walk(event: KeyboardEvent<HTMLElement>): void {
  const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 }
  const step = steps[event.key]
  if (step === undefined || event.nativeEvent.isComposing) return
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('input, [data-found]')]
  const at = stops.indexOf(document.activeElement as HTMLElement)
  const next = at === -1 ? undefined : stops[at + step]
  if (next === undefined) return
  event.preventDefault()
  next.focus()
}

/** The field; each search has one of its own, which begins with its text. */
function SearchForm({ search }: { search: PlayerSearchState }): ReactNode {
  const t = useTexts('scope')
  const navigate = useNavigate()
  const isMobile = useIsMobile()
  const { find } = search
  const [text, setText] = useState(find)
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    // On a phone the keyboard would cover what home shows.
    if (!isMobile && document.activeElement === document.body) input.current?.focus({ preventScroll: true })
  }, [isMobile])

  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    const wanted = text.trim()
    const uId = parseUId(wanted)
    if (wanted === '') input.current?.focus()
    // A shorter number may be a name or an account.
    else if (uId.ok && uId.platform > 0) void navigate(playerAddress({ uId: wanted, game: '' }))
    else if (wanted === find) search.again()
    else void navigate(searchAddress(wanted))
  }
  const onClear = () => {
    setText('')
    if (find !== '') void navigate('/index')
    input.current?.focus()
  }

  return (
    <form className={styles.box} role="search" aria-label={t('search.title')} onSubmit={onSubmit}>
      <Search size={16} aria-hidden className={styles.icon} />
      <input
        ref={input}
        className={styles.input}
        aria-label={t('search.placeholder')}
        placeholder={t('search.placeholder')}
        title={t('search.also')}
        autoComplete="off"
        spellCheck={false}
        enterKeyHint="search"
        maxLength={LONGEST_SEARCH}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      {text === '' ? null : (
        <IconButton isSmall label={t('search.clear')} onClick={onClear}>
          <X size={14} aria-hidden />
        </IconButton>
      )}
      <Button type="primary" htmlType="submit">
        {t('search.submit')}
      </Button>
    </form>
  )
}

function SearchPart(): ReactNode {
  const t = useTexts('scope')
  const isMobile = useIsMobile()
  const search = usePlayerSearch()
  return (
    <section className={styles.search} aria-label={t('search.title')} onKeyDown={walk}>
      <div className={styles.bar}>
        <SearchForm key={search.find} search={search} />
        <SegmentedControl<Where>
          label={t('search.where')}
          value={search.where}
          segments={[
            { value: 'server', label: t('search.in.server'), disabled: !search.hasServer },
            { value: 'line', label: t('search.in.line'), disabled: !search.hasLine },
            { value: 'game', label: t('search.in.game') },
          ]}
          onChange={search.setWhere}
          isBlock={isMobile}
        />
      </div>
      {search.find === '' ? null : <FoundPlayers search={search} />}
    </section>
  )
}

/** Finds players by uId, name or account; for whoever may read players somewhere. */
export function PlayerSearch(): ReactNode {
  return (
    <Allowed action={playerSearch}>
      <SearchPart />
    </Allowed>
  )
}

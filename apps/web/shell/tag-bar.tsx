import { forgetUId, playerAddress, uIdOfAddress } from '@qd/scope/web'
import { useScope, useTexts, useUnsaved } from '@qd/web-kit'
import { Pin, X } from 'lucide-react'
import { useEffect } from 'react'
import type { ReactNode } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import '../boot/texts.ts'
import styles from './tag-bar.module.css'
import { neighbourOf, useTags } from './tags.ts'
import type { PlayerTag } from './tags.ts'

/** A player gets a tag once he was found; a mistyped uId leaves none. */
function useVisits(current: string): void {
  const visit = useTags((state) => state.visit)
  const player = useScope((state) => state.player)
  useEffect(() => {
    if (player !== null && player.uId === current) visit(current, player.name)
  }, [current, player, visit])
}

function PlayerTab(props: { player: PlayerTag; isActive: boolean; onClose: () => void }): ReactNode {
  const t = useTexts('shell')
  const { player, isActive, onClose } = props
  const name = t('tags.player', { uId: player.uId })
  const isUnsaved = useUnsaved((state) => (state.counts[player.uId] ?? 0) > 0)
  return (
    <div className={styles.tag} data-active={isActive} title={player.name === '' ? name : player.name}>
      <Link
        to={playerAddress(player.uId)}
        className={styles.link}
        aria-current={isActive ? 'page' : undefined}
        onAuxClick={(event) => (event.button === 1 ? onClose() : undefined)}
      >
        {name}
        {isUnsaved ? <span className={styles.unsaved} /> : null}
      </Link>
      <button type="button" className={styles.close} aria-label={t('tags.close', { name })} onClick={onClose}>
        <X size={12} aria-hidden />
      </button>
    </div>
  )
}

/** Home, pinned, and the players opened lately. */
export function TagBar(): ReactNode {
  const t = useTexts('shell')
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const players = useTags((state) => state.players)
  const current = uIdOfAddress(`${pathname}${search}`)
  useVisits(current)
  const close = (uId: string) => {
    const next = neighbourOf(players, uId)
    useTags.getState().close(uId)
    if (uId !== current) return
    forgetUId()
    void navigate(next === null ? '/index' : playerAddress(next.uId))
  }
  const isHome = pathname === '/index' && current === ''
  return (
    <nav className={styles.bar} aria-label={t('tags.label')}>
      <div className={styles.tag} data-active={isHome}>
        <Link to="/index" className={styles.link} aria-current={isHome ? 'page' : undefined}>
          <Pin size={12} aria-hidden />
          {t('nav.home')}
        </Link>
      </div>
      {players.map((player) => (
        <PlayerTab
          key={player.uId}
          player={player}
          isActive={player.uId === current}
          onClose={() => close(player.uId)}
        />
      ))}
    </nav>
  )
}

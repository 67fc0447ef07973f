import { EmptyState, Slot } from '@qd/web-frame'
import type { ReactNode } from 'react'
import type { BotsPlayer } from '../../contract/index.ts'
import { useBotsTexts } from '../texts.ts'
import styles from './run.module.css'

function PlayerState({ player }: { player: BotsPlayer }): ReactNode {
  const t = useBotsTexts()
  const { client, uId, modules, unchanged, isCut } = player
  return (
    <details className={styles.player} open={client === 1}>
      <summary>
        {t('run.client', { number: client })}
        {uId === '' ? null : <code>{uId}</code>}
      </summary>
      {modules.length === 0 ? <EmptyState title={t('run.same')} /> : null}
      <Slot name="changedValues" values={{ groups: modules }} />
      {isCut ? <p className={styles.remark}>{t('run.cut')}</p> : null}
      {unchanged.length === 0 ? null : (
        <p className={styles.remark}>{t('run.unchanged', { modules: unchanged.join(', ') })}</p>
      )}
    </details>
  )
}

/** Players before and after the run, by module; the report has none for whoever may not read players there. */
export function PlayerStates({ players = [] }: { players: readonly BotsPlayer[] | undefined }): ReactNode {
  const t = useBotsTexts()
  if (players.length === 0) return null
  const title = t('run.players')
  return (
    <section aria-label={title} className={styles.players}>
      <h3>{title}</h3>
      {players.map((player) => (
        <PlayerState key={player.client} player={player} />
      ))}
    </section>
  )
}

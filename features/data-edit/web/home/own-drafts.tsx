import { hueOf, initialOf, recentPlayers } from '@qd/players/contract'
import { formatAgo, goTo } from '@qd/web-base'
import { playerAddress, useCall, useMay } from '@qd/web-calls'
import { LoadingRows, Panel, Tag, useNow } from '@qd/web-controls'
import { EmptyState, ErrorState } from '@qd/web-frame'
import { Button } from 'antd'
import { Pencil } from 'lucide-react'
import type { CSSProperties, ReactNode } from 'react'
import { editPlayerData } from '../../contract/index.ts'
import { useEditTexts } from '../texts.ts'
import { useDrafts } from './use-drafts.ts'
import type { OwnDraft } from './use-drafts.ts'
import styles from './own-drafts.module.css'

const MINUTE_MS = 60_000
/** Drafts are of any place. */
const EDIT_SOMEWHERE = { permission: editPlayerData, scopeRule: 'reach' } as const

function DraftRow({ draft, name }: { draft: OwnDraft; name: string }): ReactNode {
  const t = useEditTexts()
  const now = useNow(MINUTE_MS)
  const { uId, game, count, savedAtMs, moved } = draft
  const ago = savedAtMs === null ? '' : ` · ${formatAgo(savedAtMs, Math.max(now, savedAtMs))}`
  return (
    <li className={styles.draft}>
      <span className={styles.avatar} style={{ '--hue': hueOf(uId) } as CSSProperties} aria-hidden>
        {initialOf(name)}
      </span>
      <span className={styles.who}>
        <span className={styles.line}>
          <bdi className={styles.name} title={name}>
            {name}
          </bdi>
          <Tag tone="warn">{t('home.changes', { count })}</Tag>
          {moved === 0 ? null : <Tag tone="error">{t('home.moved')}</Tag>}
        </span>
        <span className={styles.about}>{`${uId}${ago}`}</span>
      </span>
      <Button
        size="small"
        aria-label={t('home.continueWith', { name })}
        onClick={() => goTo(playerAddress({ uId, game }))}
      >
        {t('home.continue')}
      </Button>
    </li>
  )
}

/** On home: players with changes the reader has not sent. Who may edit nobody, and has none, has no such panel. */
export function OwnDrafts(): ReactNode {
  const t = useEditTexts()
  const canEdit = useMay(EDIT_SOMEWHERE)
  const { drafts, error, retry } = useDrafts()
  // The console keeps no names beside drafts; who was opened lately has one.
  const recent = useCall(
    recentPlayers,
    { body: {} },
    { tag: 'data-edit:home.title', told: { quiet: 'players stand by their uId' } },
  )
  const count = drafts?.length ?? 0
  if (!canEdit && count === 0) return null
  const nameOf = ({ uId, game }: OwnDraft): string =>
    recent.data?.find((each) => each.uId === uId && each.game === game)?.name ?? uId
  return (
    <Panel
      title={t('home.title')}
      icon={<Pencil size={15} aria-hidden />}
      count={count === 0 ? undefined : count}
    >
      {error !== null ? <ErrorState error={error} title={t('home.failed')} onRetry={retry} /> : null}
      {drafts === undefined && error === null ? <LoadingRows rows={2} rowHeight={48} /> : null}
      {drafts?.length === 0 && error === null ? (
        <EmptyState title={t('home.none')} hint={t('home.noneHint')} />
      ) : null}
      {count === 0 ? null : (
        <ul className={styles.drafts}>
          {drafts?.map((draft) => (
            <DraftRow key={`${draft.game}/${draft.uId}`} draft={draft} name={nameOf(draft)} />
          ))}
        </ul>
      )}
    </Panel>
  )
}

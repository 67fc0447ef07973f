import { formatInstant } from '@qd/web-base'
import { Tag, Time } from '@qd/web-controls'
import type { Tone } from '@qd/web-controls'
import type { DataColumn } from '@qd/web-tables'
import type { ReviewItem } from '../../contract/index.ts'
import { grantKey } from '../grants/grant-key.ts'
import type { AccessTexts } from '../texts.ts'
import { GrantWords } from '../words/grant-words.tsx'
import sections from '../sections.module.css'
import styles from './reviews.module.css'

const DECIDED: Record<ReviewItem['decision'], Tone> = { open: 'neutral', keep: 'ok', remove: 'warn' }

const grantText = ({ grants }: ReviewItem) =>
  grants.map(({ role, scope, environment }) => [role, scope, environment].join(' ')).join('; ')

/** Who it is about: a person, or the group whose members hold it. */
export const holderText = ({ user, group }: ReviewItem): string =>
  user === null ? (group?.name ?? '') : `${user.name} ${user.username}`

export function itemColumns(t: AccessTexts): DataColumn<ReviewItem>[] {
  const decisionText = ({ decision, isHeld }: ReviewItem) =>
    decision === 'remove' && !isHeld ? t('reviews.gone') : t(`reviews.decision.${decision}`)
  return [
    {
      key: 'who',
      title: t('reviews.who'),
      // The longest word for one's own right has its place beside the names.
      width: 230,
      isFixed: true,
      text: holderText,
      render: ({ user, group, isOwn }) => (
        <span className={sections.who}>
          <strong>{user?.name ?? group?.name}</strong>
          {user === null ? null : <code>{user.username}</code>}
          {user?.state === 'disabled' ? <Tag>{t('reviews.disabled')}</Tag> : null}
          {isOwn ? <Tag tone="theme">{t('reviews.own')}</Tag> : null}
        </span>
      ),
    },
    {
      key: 'grants',
      title: t('reviews.holds'),
      width: 260,
      isGrowing: true,
      text: grantText,
      render: ({ grants }) => (
        <span className={styles.grants}>
          {grants.slice(0, 1).map((grant) => (
            <GrantWords key={grantKey(grant)} grant={grant} isOneLine />
          ))}
          {grants.length > 1 ? <Tag title={grants.map(grantKey).join('\n')}>+{grants.length - 1}</Tag> : null}
        </span>
      ),
    },
    {
      key: 'source',
      title: t('reviews.source'),
      width: 140,
      text: ({ kind, group }) => `${t(`reviews.kind.${kind}`)} ${group?.name ?? ''}`.trim(),
      render: ({ kind, group }) =>
        kind === 'membership' ? t('rights.byGroup', { name: group?.name ?? '' }) : t(`reviews.kind.${kind}`),
    },
    {
      key: 'use',
      title: t('reviews.lastUse'),
      width: 250,
      text: ({ usedAt, use }) => (usedAt === null ? t(`reviews.use.${use}`) : formatInstant(usedAt)),
      render: ({ use, usedAt }) => (
        <span className={styles.grants}>
          {usedAt === null ? null : <Time at={usedAt} />}
          {use === 'used' ? null : (
            <Tag tone={use === 'unused' ? 'warn' : 'neutral'}>{t(`reviews.use.${use}`)}</Tag>
          )}
        </span>
      ),
    },
    {
      key: 'lastLogin',
      title: t('reviews.lastLogin'),
      holds: 'time',
      isHidden: true,
      text: ({ lastLoginAt }) => (lastLoginAt === null ? '' : formatInstant(lastLoginAt)),
      render: ({ lastLoginAt }) => <Time at={lastLoginAt} />,
    },
    {
      key: 'decision',
      title: t('reviews.decided'),
      width: 160,
      text: (item) => `${decisionText(item)} ${item.decidedBy?.name ?? ''}`.trim(),
      render: (item) => (
        <span className={styles.grants}>
          <Tag tone={DECIDED[item.decision]}>{decisionText(item)}</Tag>
          {item.decidedBy === null ? null : <span>{item.decidedBy.name}</span>}
        </span>
      ),
    },
    {
      key: 'reason',
      title: t('reviews.reason'),
      width: 200,
      text: ({ reason }) => reason,
      render: ({ reason }) => (
        <span className={styles.grants} title={reason}>
          <bdi>{reason}</bdi>
        </span>
      ),
    },
    {
      key: 'decidedAt',
      title: t('reviews.decidedAt'),
      holds: 'time',
      isHidden: true,
      text: ({ decidedAt }) => (decidedAt === null ? '' : formatInstant(decidedAt)),
      render: ({ decidedAt }) => <Time at={decidedAt} />,
    },
  ]
}

import { formatInstant, formatQuantity } from '@qd/web-base'
import { Tag, Time } from '@qd/web-controls'
import type { DataColumn } from '@qd/web-tables'
import type { RouteReply } from '@qd/contract-kit'
import type { ReactNode } from 'react'
import type { mailList } from '../../contract/index.ts'
import { countedIn } from '../parts/counted-in.ts'
import { StateTag } from '../parts/state-tag.tsx'
import type { MailTexts } from '../texts.ts'
import styles from './mail-list.module.css'

export type MailRow = RouteReply<typeof mailList>['list'][number]

function targetText(t: MailTexts, { sendType, players, serverId, playerObj }: MailRow): string {
  if (players !== null) return t('list.players', { amount: formatQuantity(players) })
  if (sendType === 2) return t('list.players', { amount: formatQuantity(playerObj.length) })
  return serverId.length === 0
    ? t(sendType === 3 ? 'list.byCondition' : 'list.wholeLine')
    : serverId
        .slice(0, 3)
        .map((sId) => `S${sId}`)
        .join(' · ') + (serverId.length > 3 ? ' …' : '')
}

function reachedText(t: MailTexts, mail: MailRow): string {
  if (mail.progress === null) return ''
  const { total, delivered, already } = mail.progress
  const amount = `${formatQuantity(delivered + already)} / ${formatQuantity(total)}`
  return t(`list.${countedIn(mail)}`, { amount })
}

function Reached({ mail, text }: { mail: MailRow; text: string }): ReactNode {
  const { progress } = mail
  if (progress === null) return '–'
  const { failed, unknown } = progress
  return (
    <span className={styles.reached}>
      {text}
      {failed + unknown === 0 ? null : (
        <span className={styles.lost}>{`−${formatQuantity(failed + unknown)}`}</span>
      )}
    </span>
  )
}

/** Columns of the list of mails, in the widths of the specification (S9.04). */
export function mailColumns(t: MailTexts): DataColumn<MailRow>[] {
  return [
    {
      key: 'name',
      title: t('column.name'),
      holds: 'name',
      isFixed: true,
      text: ({ name }) => name,
      render: ({ name }) => <bdi className={styles.name}>{name === '' ? t('unnamed') : name}</bdi>,
    },
    {
      key: 'state',
      title: t('column.state'),
      holds: 'status',
      text: ({ state }) => t(`state.${state}`),
      render: ({ state }) => <StateTag state={state} />,
    },
    {
      key: 'content',
      title: t('column.content'),
      width: 160,
      isGrowing: true,
      text: ({ title, content }) => `${title} ${content}`,
      render: ({ title, content }) => (
        <span className={styles.content}>
          <bdi>{title}</bdi> <bdi className={styles.preview}>{content}</bdi>
        </span>
      ),
    },
    {
      key: 'tags',
      title: t('column.tags'),
      holds: 'status',
      text: ({ tags }) => tags.join(' '),
      render: ({ tags }) => (
        <span className={styles.content}>
          {tags.map((tag) => (
            <Tag key={tag}>{tag}</Tag>
          ))}
        </span>
      ),
    },
    {
      key: 'sendType',
      title: t('column.sendType'),
      holds: 'status',
      text: ({ sendType }) => t(`sendType.${sendType}`),
      render: ({ sendType }) => t(`sendType.${sendType}`),
    },
    {
      key: 'target',
      title: t('column.target'),
      holds: 'roleId',
      text: (mail) => targetText(t, mail),
      render: (mail) => targetText(t, mail),
    },
    {
      key: 'reached',
      title: t('column.reached'),
      width: 150,
      align: 'right',
      text: (mail) => reachedText(t, mail),
      render: (mail) => <Reached mail={mail} text={reachedText(t, mail)} />,
    },
    {
      key: 'emailType',
      title: t('column.emailType'),
      holds: 'status',
      isHidden: true,
      text: ({ emailType }) => t(`emailType.${emailType}`),
      render: ({ emailType }) => t(`emailType.${emailType}`),
    },
    {
      key: 'sendAt',
      title: t('column.sendAt'),
      holds: 'time',
      text: ({ sendAt }) => (sendAt === null ? '' : formatInstant(sendAt)),
      render: ({ sendAt, releasedAt }) => <Time at={sendAt ?? releasedAt} />,
    },
    {
      key: 'updated',
      title: t('column.updated'),
      holds: 'time',
      text: ({ updatedAt }) => formatInstant(updatedAt),
      render: ({ updatedAt }) => <Time at={updatedAt} />,
    },
    {
      key: 'by',
      title: t('column.by'),
      holds: 'roleId',
      text: ({ updatedBy }) => updatedBy,
      render: ({ updatedBy }) => <bdi>{updatedBy}</bdi>,
    },
  ]
}

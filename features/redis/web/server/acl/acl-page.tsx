import { formatQuantity } from '@qd/web-base'
import { useCall } from '@qd/web-calls'
import { IconButton, Tag } from '@qd/web-controls'
import type { DataColumn } from '@qd/web-tables'
import { Pencil, Trash2 } from 'lucide-react'
import { useMemo } from 'react'
import type { ReactNode } from 'react'
import type { RouteReply } from '@qd/contract-kit'
import { serverAcl } from '../../../contract/index.ts'
import type { AclUser } from '../../../contract/index.ts'
import { ttlText } from '../../detail/model/ttl.ts'
import { useRedisTexts } from '../../texts.ts'
import type { RedisTexts } from '../../texts.ts'
import type { OpenDatabase } from '../../workspace/workspace.ts'
import { ChangeButton } from '../parts/change-button.tsx'
import { bodyOf, mayChangeServer, sendAclChange } from '../parts/change.ts'
import styles from '../parts/parts.module.css'
import { ServerPanel } from '../parts/server-panel.tsx'
import { ServerTable, numberColumn, textColumn } from '../parts/server-table.tsx'
import { openUserEdit } from './edit-user.tsx'

type Acl = NonNullable<RouteReply<typeof serverAcl>['nodes'][number]['data']>
type User = AclUser & { node: string }
type Refusal = Acl['log'][number] & { node: string }

/** The user everybody is without a name: the server does not let it be deleted. */
const DEFAULT_USER = 'default'

interface Acting {
  edit: (user: User) => void
  remove: (user: User) => void
}

function State({ user }: { user: User }): ReactNode {
  const t = useRedisTexts()
  const open = user.isOn ? 'error' : 'neutral'
  return (
    <span className={styles.tags}>
      <Tag tone={user.isOn ? 'ok' : 'neutral'}>{t(user.isOn ? 'server.acl.on' : 'server.acl.off')}</Tag>
      {user.hasNoPassword ? (
        <Tag tone={open}>{t('server.acl.nopass')}</Tag>
      ) : (
        <span>{t('server.acl.passwords', { count: user.passwords })}</span>
      )}
    </span>
  )
}

function userColumns(t: RedisTexts, acting: Acting | null): DataColumn<User>[] {
  const actions: DataColumn<User> = {
    key: 'actions',
    title: '',
    width: 72,
    render: (user) => (
      <>
        <IconButton
          isSmall
          label={t('server.acl.edit', { name: user.name })}
          onClick={() => acting?.edit(user)}
        >
          <Pencil size={13} aria-hidden />
        </IconButton>
        {user.name === DEFAULT_USER ? null : (
          <IconButton
            isSmall
            label={t('server.acl.delete', { name: user.name })}
            onClick={() => acting?.remove(user)}
          >
            <Trash2 size={13} aria-hidden />
          </IconButton>
        )}
      </>
    ),
  }
  return [
    textColumn('name', t('server.user'), ({ name }) => name),
    { key: 'state', title: t('server.acl.state'), width: 180, render: (user) => <State user={user} /> },
    textColumn('keys', t('server.acl.keys'), ({ keys }) => keys.join(' ')),
    textColumn('channels', t('server.acl.channels'), ({ channels }) => channels.join(' ')),
    textColumn('commands', t('server.acl.commands'), ({ commands }) => commands.join(' '), {
      isGrowing: true,
      width: 220,
    }),
    ...(acting === null ? [] : [actions]),
  ]
}

const logColumns = (t: RedisTexts): DataColumn<Refusal>[] => [
  textColumn('user', t('server.user'), ({ user }) => user),
  textColumn('reason', t('server.acl.reason'), ({ reason, context }) => `${reason} · ${context}`, {
    width: 180,
  }),
  textColumn('object', t('server.acl.object'), ({ object }) => object, { isGrowing: true, width: 200 }),
  numberColumn('count', t('server.calls'), ({ count }) => count, formatQuantity),
  {
    ...numberColumn<Refusal>('age', t('server.time'), ({ ageSeconds }) => ageSeconds),
    width: 140,
    render: ({ ageSeconds }) => t('server.acl.ago', { time: ttlText(ageSeconds * 1_000) }),
  },
]

/** Who may do what on the server, and what it refused; hashes of passwords are never shown. */
export function AclPage({ database }: { database: OpenDatabase }): ReactNode {
  const t = useRedisTexts()
  const query = useCall(
    serverAcl,
    { body: bodyOf(database) },
    { tag: 'redis:server.acl.title', told: 'inline', staleTimeMs: 0 },
  )
  const { refetch } = query
  const categories = query.data?.nodes.find(({ data }) => data !== null)?.data?.categories
  const acting = useMemo((): Acting | null => {
    if (mayChangeServer(database) !== null) return null
    const onDone = () => void refetch()
    return {
      edit: (user) => openUserEdit({ database, user, categories: categories ?? [], onDone }),
      remove: ({ name }) =>
        void sendAclChange(
          database,
          { kind: 'deleteUser', user: name },
          { title: t('server.acl.delete', { name }) },
        ).then(onDone),
    }
  }, [database, categories, refetch, t])
  const [users, refusals] = useMemo(() => [userColumns(t, acting), logColumns(t)], [t, acting])
  const reset = async (): Promise<void> => {
    await sendAclChange(database, { kind: 'resetAclLog' }, { title: t('server.acl.resetLog') })
    await refetch()
  }
  const onNew = () =>
    openUserEdit({ database, user: null, categories: categories ?? [], onDone: () => void refetch() })
  return (
    <ServerPanel title={t('server.acl.title')} query={query}>
      {(nodes) => (
        <>
          <ServerTable
            name="redis.server.acl"
            label={t('server.acl.users')}
            rows={nodes.flatMap(({ node, data }) => data.users.map((user) => ({ ...user, node })))}
            columns={users}
            rowKey={({ node, name }) => `${node} ${name}`}
            text={({ name, keys, channels, commands }) => [name, keys, channels, commands].flat().join(' ')}
            actions={
              <ChangeButton database={database} onClick={onNew}>
                {t('server.acl.new')}
              </ChangeButton>
            }
          />
          <h3 className={styles.heading}>{t('server.acl.log')}</h3>
          <ServerTable
            name="redis.server.aclLog"
            label={t('server.acl.log')}
            rows={nodes.flatMap(({ node, data }) => data.log.map((entry) => ({ ...entry, node })))}
            columns={refusals}
            rowKey={({ node, user, reason, object, ageSeconds }) =>
              [node, user, reason, object, ageSeconds].join(' ')
            }
            text={({ user, reason, object }) => `${user} ${reason} ${object}`}
            actions={
              <ChangeButton database={database} onClick={() => void reset()}>
                {t('server.acl.resetLog')}
              </ChangeButton>
            }
          />
        </>
      )}
    </ServerPanel>
  )
}

import { call, useCall, useMay } from '@qd/web-calls'
import { FilterPicker, Panel } from '@qd/web-controls'
import { EmptyState, useRoleName } from '@qd/web-frame'
import { DataTable, usePageSize, useUrlFilter } from '@qd/web-tables'
import { Button, Input } from 'antd'
import { UserPlus, UsersRound } from 'lucide-react'
import { useMemo } from 'react'
import type { ReactNode } from 'react'
import { groupTree, roleOptions } from '@qd/access/contract'
import { userInvite, userList } from '../../contract/index.ts'
import type { AccountState } from '../../contract/index.ts'
import { useAccountsTexts } from '../texts.ts'
import { useRefresh } from '../use-refresh.ts'
import { openInviteDialog } from './invite-dialog.tsx'
import { userActions } from './user-actions.tsx'
import { userColumns } from './user-columns.tsx'
import { UserPanel } from './user-panel.tsx'
import styles from './users.module.css'

const NO_FILTER = { search: '', state: '', role: '', group: '', page: '1', user: '' }
type Filter = typeof NO_FILTER
const STATES: readonly AccountState[] = ['active', 'invited', 'disabled']
const MOST_EXPORTED_AT_ONCE = 200

function bodyOf({ search, state, role, group }: Filter) {
  return {
    ...(search.trim() === '' ? {} : { search: search.trim() }),
    ...(STATES.includes(state as AccountState) ? { state: state as AccountState } : {}),
    ...(role === '' ? {} : { role }),
    ...(group === '' ? {} : { groupId: group }),
  }
}

async function allUsers(filter: Filter) {
  const all = []
  for (let page = 1; ; page++) {
    const body = { ...bodyOf(filter), page, pageSize: MOST_EXPORTED_AT_ONCE }
    const { list, total } = await call(userList, { body }, { tag: 'accounts:users.title', told: 'place' })
    all.push(...list)
    if (all.length >= total || list.length === 0) return all
  }
}

interface FiltersProps {
  filter: Filter
  onChange: (next: Partial<Filter>) => void
}

function Filters({ filter, onChange }: FiltersProps): ReactNode {
  const t = useAccountsTexts()
  const roleName = useRoleName()
  const maySeeGroups = useMay(groupTree)
  const roles = useCall(
    roleOptions,
    { body: {} },
    { tag: 'accounts:users.title', told: 'toast', staleTimeMs: 60_000 },
  )
  const groups = useCall(groupTree, maySeeGroups ? { body: {} } : null, {
    tag: 'accounts:users.title',
    told: 'toast',
  })
  const set = (next: Partial<Filter>) => onChange({ ...next, page: '1' })
  const choice = (
    key: 'state' | 'role' | 'group',
    label: string,
    options: { value: string; label: string }[],
  ) => (
    <FilterPicker
      label={label}
      value={filter[key]}
      options={options}
      onChange={(value) => set({ [key]: value })}
    />
  )
  return (
    <>
      <Input
        allowClear
        className={styles.search}
        aria-label={t('users.search')}
        placeholder={t('users.search')}
        value={filter.search}
        onChange={(event) => set({ search: event.target.value })}
      />
      {choice(
        'state',
        t('users.stateTitle'),
        STATES.map((value) => ({ value, label: t(`users.state.${value}`) })),
      )}
      {choice(
        'role',
        t('users.role'),
        (roles.data ?? []).map((role) => ({ value: role.code, label: roleName(role.code, role.name) })),
      )}
      {maySeeGroups
        ? choice(
            'group',
            t('users.group'),
            (groups.data ?? []).map(({ id, name }) => ({ value: id, label: name })),
          )
        : null}
    </>
  )
}

/** Who may sign in, what each holds and why; on the right one of them in full. */
export default function UsersPage(): ReactNode {
  const t = useAccountsTexts()
  const refresh = useRefresh()
  const mayInvite = useMay(userInvite)
  const [filter, change, clear] = useUrlFilter(NO_FILTER)
  const pageSize = usePageSize()
  const page = Math.max(1, Number(filter.page) || 1)
  const query = useCall(
    userList,
    { body: { ...bodyOf(filter), page, pageSize } },
    { tag: 'accounts:users.title', told: 'inline', keepsPrevious: true },
  )
  const columns = useMemo(() => userColumns(t), [t])
  const { search, state, role, group } = filter
  return (
    <div className={styles.columns} data-open={filter.user !== ''}>
      <Panel
        title={t('users.title')}
        icon={<UsersRound size={15} aria-hidden />}
        count={query.data?.total}
        actions={
          mayInvite ? (
            <Button
              type="primary"
              icon={<UserPlus size={14} aria-hidden />}
              onClick={() => openInviteDialog(() => void refresh())}
            >
              {t('users.invite')}
            </Button>
          ) : undefined
        }
      >
        <DataTable
          name="access.users"
          label={t('users.title')}
          columns={columns}
          rows={query.data?.list}
          rowKey={({ id }) => id}
          error={query.error}
          onRetry={() => void query.refetch()}
          empty={<EmptyState title={t('users.none')} hint={t('users.noneHint')} />}
          isFiltered={search !== '' || state !== '' || role !== '' || group !== ''}
          onClearFilter={clear}
          paging={{
            page,
            pageSize,
            total: query.data?.total ?? 0,
            onPage: (next) => change({ page: String(next) }),
          }}
          selectedKey={filter.user}
          onSelect={({ id }) => {
            change({ user: id })
            // The list may be older than the details that are read now beside it.
            void query.refetch()
          }}
          filters={<Filters filter={filter} onChange={change} />}
          exportAs={{ name: 'users', rows: () => allUsers(filter) }}
          rowActions={(user) => userActions({ t, refresh }, user)}
        />
      </Panel>
      {filter.user === '' ? null : (
        <UserPanel key={filter.user} userId={filter.user} onClose={() => change({ user: '' })} />
      )}
    </div>
  )
}

import { userList } from '@qd/accounts/contract'
import { call, useCall, useMay } from '@qd/web-calls'
import { LoadingRows, MasterDetail, MenuButton, Panel } from '@qd/web-controls'
import { EmptyState, ErrorState, openConfirm, toast } from '@qd/web-frame'
import { useUrlFilter } from '@qd/web-tables'
import type { MenuItem } from '@qd/web-controls'
import { Button } from 'antd'
import { Copy, EllipsisVertical, Eye, KeySquare, Plus, Trash2, UsersRound } from 'lucide-react'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { permissionList, roleDelete, roleList, rolePreview, roleSave } from '../../contract/index.ts'
import type { PageFunctions, RoleView } from '../../contract/index.ts'
import { openPreviewDialog } from '../preview/preview-dialog.tsx'
import { useAccessTexts } from '../texts.ts'
import { useRefresh } from '../use-refresh.ts'
import { useRoleName } from '../words/role-name.ts'
import { openNewRole } from './new-role-dialog.tsx'
import { keysOf } from './role-draft.ts'
import { RoleEditor } from './role-editor.tsx'
import { RoleList } from './role-list.tsx'

const NO_FILTER = { role: '' }

interface ActionsProps {
  role: RoleView
  pages: readonly PageFunctions[]
  onChoose: (code: string) => void
}

function useRoleActions({ role, pages, onChoose }: ActionsProps): MenuItem[] {
  const t = useAccessTexts()
  const roleName = useRoleName()
  const refresh = useRefresh()
  const navigate = useNavigate()
  const mayEdit = useMay(roleSave)
  const mayPreview = useMay(rolePreview)
  const maySeeUsers = useMay(userList)
  const name = roleName(role)
  const copy = () =>
    openNewRole({ role, name, allCodes: pages.flatMap(keysOf) }, (code) => {
      onChoose(code)
      void refresh()
    })
  const remove = () =>
    openConfirm({
      title: t('roles.delete'),
      text: t('roles.deleteAsk', { name }),
      action: t('roles.delete'),
      run: async () => {
        await call(roleDelete, { body: { code: role.code } }, { tag: 'access:roles.delete', told: 'form' })
        toast.success(t('roles.deleted', { name }))
        onChoose('')
        await refresh()
      },
    })
  const items: (MenuItem | false)[] = [
    mayPreview && {
      key: 'preview',
      label: t('preview.start'),
      icon: <Eye size={15} aria-hidden />,
      onSelect: () => openPreviewDialog(role, name),
    },
    maySeeUsers && {
      key: 'holders',
      label: t('roles.showHolders'),
      icon: <UsersRound size={15} aria-hidden />,
      onSelect: () => void navigate(`/users?role=${encodeURIComponent(role.code)}`),
    },
    mayEdit && {
      key: 'copy',
      label: t('roles.copy'),
      icon: <Copy size={15} aria-hidden />,
      onSelect: copy,
    },
    role.mayEdit && {
      key: 'delete',
      label: t('roles.delete'),
      icon: <Trash2 size={15} aria-hidden />,
      isSeparated: true,
      onSelect: remove,
    },
  ]
  return items.filter((item) => item !== false)
}

function ChosenRole({ role, pages, onChoose }: ActionsProps): ReactNode {
  const t = useAccessTexts()
  const roleName = useRoleName()
  const refresh = useRefresh()
  const items = useRoleActions({ role, pages, onChoose })
  const name = roleName(role)
  return (
    <Panel
      title={name}
      count={t('roles.people', { count: role.holders })}
      icon={<KeySquare size={15} aria-hidden />}
      actions={
        items.length === 0 ? undefined : (
          <MenuButton label={t('roles.actions', { name })} items={items}>
            <EllipsisVertical size={15} aria-hidden />
          </MenuButton>
        )
      }
    >
      <RoleEditor
        key={role.code}
        role={role}
        pages={pages}
        mayEdit={role.mayEdit}
        onSaved={async () => {
          await refresh()
        }}
      />
    </Panel>
  )
}

/** Roles on the left; what the chosen one may do on the right. */
export default function RolesPage(): ReactNode {
  const t = useAccessTexts()
  const refresh = useRefresh()
  const mayEdit = useMay(roleSave)
  const roleName = useRoleName()
  const [filter, change] = useUrlFilter(NO_FILTER)
  const roles = useCall(roleList, { body: {} }, { tag: 'access:roles.title', told: 'inline' })
  const pages = useCall(
    permissionList,
    { body: {} },
    { tag: 'access:roles.title', told: 'inline', staleTimeMs: 300_000 },
  )
  const [part, setPart] = useState<'list' | 'detail'>(filter.role === '' ? 'list' : 'detail')
  const choose = (role: string) => {
    change({ role })
    setPart(role === '' ? 'list' : 'detail')
  }
  // The address wins; without one the first is there to be read.
  const chosen = roles.data?.find(({ code }, at) => (filter.role === '' ? at === 0 : code === filter.role))
  const error = roles.error ?? pages.error
  const retry = () => void Promise.all([roles.refetch(), pages.refetch()])
  const create = () =>
    openNewRole(null, (code) => {
      choose(code)
      void refresh()
    })
  const list = (
    <Panel
      title={t('roles.title')}
      icon={<KeySquare size={15} aria-hidden />}
      count={roles.data?.length}
      actions={
        mayEdit ? (
          <Button icon={<Plus size={14} aria-hidden />} onClick={create}>
            {t('roles.new')}
          </Button>
        ) : undefined
      }
    >
      {roles.data === undefined ? (
        error ? (
          <ErrorState error={error} onRetry={retry} />
        ) : (
          <LoadingRows rows={6} rowHeight={40} />
        )
      ) : (
        <RoleList roles={roles.data} chosen={chosen?.code ?? ''} onChoose={choose} />
      )}
    </Panel>
  )
  const detail =
    chosen === undefined || pages.data === undefined ? (
      <Panel label={t('roles.title')}>
        {pages.error ? (
          <ErrorState error={pages.error} onRetry={retry} />
        ) : (
          <EmptyState title={t('roles.choose')} hint={t('roles.chooseHint')} />
        )}
      </Panel>
    ) : (
      <ChosenRole key={chosen.code} role={chosen} pages={pages.data} onChoose={choose} />
    )
  return (
    <MasterDetail
      label={t('roles.title')}
      listLabel={t('roles.title')}
      detailLabel={chosen === undefined ? null : roleName(chosen)}
      part={part}
      onPart={setPart}
      list={list}
      detail={detail}
      listWidth={260}
    />
  )
}

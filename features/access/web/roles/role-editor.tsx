import { useIsPreview } from '@qd/web-base'
import { useMarkUnsaved } from '@qd/web-frame'
import { Button, Input } from 'antd'
import { useState } from 'react'
import type { ReactNode } from 'react'
import type { PageFunctions, RoleView } from '../../contract/index.ts'
import { useAccessTexts } from '../texts.ts'
import { usePageName } from '../words/permission-words.ts'
import { useRoleName } from '../words/role-name.ts'
import { FunctionList } from './function-list.tsx'
import { changesIn, diffOf, draftOf, heldOf, withCodes } from './role-draft.ts'
import styles from './roles.module.css'
import { openSaveRole } from './save-role-dialog.tsx'

/** The pages whose name, or one of whose functions, contains the words; only the functions that match. */
function matching(pages: readonly PageFunctions[], words: string, nameOf: (page: string) => string) {
  if (words === '') return [...pages]
  return pages
    .map((page) => {
      if (nameOf(page.routerName).toLowerCase().includes(words)) return page
      const functionList = page.functionList.filter(({ code, title }) =>
        `${page.routerName}.${code} ${title}`.toLowerCase().includes(words),
      )
      return { ...page, functionList }
    })
    .filter(({ functionList }) => functionList.length > 0)
}

interface RoleEditorProps {
  role: RoleView
  pages: readonly PageFunctions[]
  mayEdit: boolean
  onSaved: () => Promise<void>
}

/** What a role may do: pages on the left, the functions of one of them on the right. */
export function RoleEditor({ role, pages, mayEdit, onSaved }: RoleEditorProps): ReactNode {
  const t = useAccessTexts()
  const pageName = usePageName()
  const roleName = useRoleName()
  const [draft, setDraft] = useState(() => draftOf(role))
  // What was known of the role when it was saved here: until it is read again, the draft is ahead of it.
  const [savedOver, setSavedOver] = useState<RoleView | null>(null)
  const [search, setSearch] = useState('')
  const [chosen, setChosen] = useState('')
  const isPreview = useIsPreview()
  const isReadOnly = !mayEdit || role.isBuiltIn || isPreview
  const changes = changesIn(diffOf(role, draft))
  useMarkUnsaved(changes)
  const shown = matching(pages, search.trim().toLowerCase(), pageName)
  const page = shown.find(({ routerName }) => routerName === chosen) ?? shown[0]
  const isOutdated = draft.version !== role.version && savedOver !== role
  const save = () =>
    openSaveRole({
      role,
      draft,
      onSaved: (version) => {
        setSavedOver(role)
        setDraft({ ...draft, name: draft.name.trim(), version })
        void onSaved()
      },
      onConflict: () => void onSaved(),
    })
  return (
    <div className={styles.editor}>
      {isOutdated ? (
        <div className={styles.conflict} role="alert">
          {t('roles.changedElsewhere')}
          <Button size="small" onClick={() => setDraft(draftOf(role))}>
            {t('roles.takeTheirs')}
          </Button>
          <Button size="small" onClick={() => setDraft({ ...draft, version: role.version })}>
            {t('roles.keepMine')}
          </Button>
        </div>
      ) : null}
      <div className={styles.head}>
        {isReadOnly ? null : (
          <label>
            {t('roles.name')}
            <Input
              value={draft.name}
              maxLength={64}
              onChange={(event) => setDraft({ ...draft, name: event.target.value })}
            />
          </label>
        )}
        <Input
          allowClear
          className={styles.search}
          aria-label={t('roles.search')}
          placeholder={t('roles.search')}
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
      </div>
      <div className={styles.body}>
        <nav className={styles.pages} aria-label={t('roles.pages')}>
          {shown.map((each) => (
            <button
              key={each.routerName}
              type="button"
              className={styles.item}
              aria-current={each === page}
              onClick={() => setChosen(each.routerName)}
            >
              <span>{pageName(each.routerName)}</span>
              <span className={styles.count}>
                {heldOf(each, draft.codes)} / {each.functionList.length}
              </span>
            </button>
          ))}
        </nav>
        <div className={styles.functions}>
          {page === undefined ? (
            <p className={styles.hint}>{t('roles.nothingFound')}</p>
          ) : (
            <FunctionList
              page={page}
              codes={draft.codes}
              saved={new Set(role.codes)}
              isReadOnly={isReadOnly}
              onToggle={(keys, isOn) => setDraft(withCodes(draft, keys, isOn))}
            />
          )}
        </div>
      </div>
      <div className={styles.foot}>
        <p>
          {role.isBuiltIn
            ? t('roles.builtInHint', { name: roleName(role) })
            : isReadOnly
              ? t('roles.notYours')
              : t('roles.changes', { count: changes })}
        </p>
        {isReadOnly ? null : (
          <>
            <Button disabled={changes === 0} onClick={() => setDraft(draftOf(role))}>
              {t('roles.discard')}
            </Button>
            <Button
              type="primary"
              disabled={changes === 0 || isOutdated || draft.name.trim() === ''}
              onClick={save}
            >
              {t('roles.review')}
            </Button>
          </>
        )}
      </div>
    </div>
  )
}

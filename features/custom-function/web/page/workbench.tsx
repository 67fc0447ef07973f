import { goTo, useIsMobile } from '@qd/web-base'
import { useCall } from '@qd/web-calls'
import { LoadingRows, Panel, SegmentedControl } from '@qd/web-controls'
import { EmptyState, ErrorState, NoPermission } from '@qd/web-frame'
import { useUrlFilter } from '@qd/web-tables'
import type { CallError } from '@qd/web-base'
import { FieldPlaceContext } from '@qd/web-controls/fields'
import { Button } from 'antd'
import { useCallback, useMemo, useState } from 'react'
import type { ReactNode } from 'react'
import { functionList, runFunction } from '../../contract/index.ts'
import type { FunctionEntry } from '../../contract/index.ts'
import { FunctionList } from '../list/function-list.tsx'
import { ServerNotice } from '../list/server-notice.tsx'
import { useListMenu } from '../list/use-list-menu.tsx'
import { useMarked } from '../list/use-marked.ts'
import { keyOf } from '../model/function-key.ts'
import { listGroups } from '../model/list-groups.ts'
import type { Marked } from '../model/list-groups.ts'
import type { RunDraft } from '../model/run-draft.ts'
import { FunctionHomeContext, queryOf } from '../place/function-home.ts'
import type { FunctionHome } from '../place/function-home.ts'
import { useFieldPlaceOf } from '../place/use-field-place.ts'
import { DraftContext, patchDraft } from '../run/function-drafts.ts'
import type { Drafts } from '../run/function-drafts.ts'
import { useFunctionTexts } from '../texts.ts'
import { FunctionWork } from './function-work.tsx'
import type { WorkPart } from './function-work.tsx'
import styles from './workbench.module.css'

const IN_ADDRESS = { fn: '' }
const PARTS: readonly WorkPart[] = ['list', 'form', 'run', 'outcome']

function Empty({ state, mayManage }: { state: string; mayManage: boolean }): ReactNode {
  const t = useFunctionTexts()
  return (
    <EmptyState
      title={t(state === 'none' ? 'list.serverOffersNone' : 'list.empty')}
      hint={t(mayManage ? 'list.emptyManager' : 'list.emptyHint')}
      action={
        mayManage ? <Button onClick={() => goTo('/functionDesign')}>{t('list.new')}</Button> : undefined
      }
    />
  )
}

function Failure({ error, onRetry }: { error: CallError; onRetry: () => void }): ReactNode {
  if (error.code !== 'forbidden' && error.code !== 'scope_forbidden')
    return <ErrorState error={error} onRetry={onRetry} />
  return <NoPermission permission={`${runFunction.routerName}.${runFunction.code}`} reason={error.message} />
}

/** Side by side where there is room, one part after the other where there is not. */
function Layout(props: {
  /** Null: all of them. */
  part: WorkPart | null
  onPart: (part: WorkPart) => void
  hasChosen: boolean
  list: ReactNode
  work: ReactNode
}): ReactNode {
  const t = useFunctionTexts()
  const { part, hasChosen } = props
  if (part === null) {
    return (
      <div className={styles.wide}>
        {props.list}
        {props.work}
      </div>
    )
  }
  return (
    <div className={styles.narrow}>
      <SegmentedControl<WorkPart>
        label={t('title')}
        value={part}
        segments={PARTS.map((value) => ({
          value,
          label: t(`part.${value}`),
          disabled: value !== 'list' && !hasChosen,
        }))}
        onChange={props.onPart}
        isBlock
      />
      {part === 'list' ? <div className={styles.part}>{props.list}</div> : props.work}
    </div>
  )
}

const NO_FUNCTIONS: readonly FunctionEntry[] = []

/** The function the address names, else the first one as the list was when it was first shown. */
function useChosen(list: readonly FunctionEntry[], fn: string, marked: Marked): FunctionEntry | null {
  const [first, setFirst] = useState('')
  const at = (key: string) => list.find((each) => keyOf(each) === key) ?? null
  const shown = at(first) ?? listGroups(list, '', marked)[0]?.entries[0] ?? null
  // Marking it must not put another one in its place.
  if (shown !== null && keyOf(shown) !== first) setFirst(keyOf(shown))
  return fn === '' ? shown : at(fn)
}

/** Functions of one server, or for one player of it: found on the left, filled in, tried and run. */
export function Workbench({ home }: { home: FunctionHome }): ReactNode {
  const t = useFunctionTexts()
  const fieldPlace = useFieldPlaceOf(home)
  const [{ fn }, setInAddress] = useUrlFilter(IN_ADDRESS)
  const [withArchived, setWithArchived] = useState(false)
  const [drafts, setDrafts] = useState<Drafts>({})
  const patch = useCallback(
    (entry: FunctionEntry, change: Partial<RunDraft>) => setDrafts((old) => patchDraft(old, entry, change)),
    [],
  )
  const store = useMemo(() => ({ drafts, patch }), [drafts, patch])
  const isMobile = useIsMobile()
  const [chosenPart, setPart] = useState<WorkPart>(fn === '' ? 'list' : 'form')
  const part = isMobile ? chosenPart : null
  const { favourites, recent, toggleFavourite, noteRun } = useMarked(home.game)
  const { data, error, refetch } = useCall(
    functionList,
    { query: queryOf(home, home.uId), body: withArchived ? { withArchived } : {} },
    {
      at: home.at,
      tag: 'custom-function:list.title',
      told: 'inline',
      staleTimeMs: 30_000,
      keepsPrevious: true,
    },
  )
  const menu = useListMenu({
    home,
    mayManage: data?.mayManage === true,
    withArchived,
    onArchived: setWithArchived,
  })
  const entry = useChosen(data?.list ?? NO_FUNCTIONS, fn, { favourites, recent })
  if (error && !data) return <Failure error={error} onRetry={() => void refetch()} />
  if (!data) {
    return (
      <Panel label={t('title')}>
        <LoadingRows rows={14} />
      </Panel>
    )
  }
  const { list, serverState, serverMsg, refused, mayManage } = data
  return (
    <FunctionHomeContext value={home}>
      <FieldPlaceContext value={fieldPlace}>
        <DraftContext value={store}>
          <Layout
            part={part}
            onPart={setPart}
            hasChosen={entry !== null}
            list={
              <FunctionList
                list={list}
                chosen={entry === null ? null : keyOf(entry)}
                marked={{ favourites, recent }}
                menu={menu}
                notice={
                  <ServerNotice
                    state={serverState}
                    msg={serverMsg}
                    refused={refused}
                    hasFunctions={list.length > 0}
                    onRetry={() => void refetch()}
                  />
                }
                empty={<Empty state={serverState} mayManage={mayManage} />}
                onChoose={(chosen) => {
                  setInAddress({ fn: keyOf(chosen) })
                  setPart('form')
                }}
              />
            }
            work={
              <FunctionWork
                entry={entry}
                wanted={fn}
                part={part}
                onPart={setPart}
                favourites={favourites}
                onFavourite={toggleFavourite}
                onRun={noteRun}
              />
            }
          />
        </DraftContext>
      </FieldPlaceContext>
    </FunctionHomeContext>
  )
}

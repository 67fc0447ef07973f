import { isCallError, saveFile } from '@qd/web-base'
import { call } from '@qd/web-calls'
import { toast } from '@qd/web-frame'
import { useQueryClient } from '@tanstack/react-query'
import {
  archiveFunction,
  exportFunction,
  functionGet,
  functionList,
  functionVersions,
} from '../../contract/index.ts'
import type { FunctionEntry } from '../../contract/index.ts'
import { queryOf, useFunctionHome } from '../place/function-home.ts'
import { functionText } from '../texts.ts'

/** What was kept of functions is asked for anew after one has changed. */
export function useForgetFunctions(): () => Promise<void> {
  const queries = useQueryClient()
  return async () => {
    for (const { path } of [functionList, functionGet, functionVersions])
      await queries.invalidateQueries({ queryKey: [path] })
  }
}

/** A title as the name of a file. */
function fileNameOf(title: string): string {
  return `${title.replaceAll(/[\\/:*?"<>|\s]+/g, '-').slice(0, 80)}.json`
}

/** Archiving and exporting: one call each, told when it failed. */
export function useManage(entry: FunctionEntry) {
  const home = useFunctionHome()
  const forget = useForgetFunctions()
  const at = { query: queryOf(home) }
  const asker = { at: home.at, told: 'toast' } as const
  const tell = async (work: () => Promise<void>): Promise<void> => {
    try {
      await work()
    } catch (error) {
      // The call has told it.
      if (!isCallError(error)) throw error
    }
  }
  return {
    archive: (isArchived: boolean) =>
      void tell(async () => {
        await call(
          archiveFunction,
          { ...at, body: { id: entry.id, isArchived } },
          {
            ...asker,
            tag: isArchived ? 'custom-function:manage.archive' : 'custom-function:manage.unarchive',
          },
        )
        await forget()
        toast.success(
          functionText(isArchived ? 'manage.archived' : 'manage.unarchived', { title: entry.title }),
        )
      }),
    exportFile: () =>
      void tell(async () => {
        const file = await call(
          exportFunction,
          { ...at, body: { id: entry.id } },
          { ...asker, tag: 'custom-function:manage.export' },
        )
        saveFile(fileNameOf(entry.title), `${JSON.stringify(file, null, 2)}\n`)
      }),
  }
}

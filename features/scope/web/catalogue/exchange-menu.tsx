import {
  MenuButton,
  call,
  isCallError,
  openDialog,
  reportFailure,
  textOf,
  useSession,
  userReaches,
  useTexts,
} from '@qd/web-kit'
import { Ellipsis } from 'lucide-react'
import type { ReactNode } from 'react'
import { editPlaces, exportCatalogue } from '../../contract/index.ts'
import { ImportDialog } from './import-dialog.tsx'

function download(fileName: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'application/octet-stream' }))
  const link = document.createElement('a')
  link.href = address
  link.download = fileName
  link.click()
  URL.revokeObjectURL(address)
}

async function exportAs(format: 'json' | 'csv'): Promise<void> {
  try {
    const { fileName, text } = await call(exportCatalogue, { body: { format } }, { silent: true })
    // Spreadsheets take UTF-8 for what it is only behind its mark.
    download(fileName, format === 'csv' ? `\uFEFF${text}` : text)
  } catch (error) {
    if (isCallError(error)) reportFailure(error)
  }
}

/** Import and export of the whole catalogue. */
export function ExchangeMenu(): ReactNode {
  const t = useTexts('scope')
  const user = useSession((state) => state.userInfo)
  const mayImport = userReaches(user, editPlaces, {})
  const items = [
    { key: 'json', label: t('catalogue.export.json'), onSelect: () => void exportAs('json') },
    { key: 'csv', label: t('catalogue.export.csv'), onSelect: () => void exportAs('csv') },
    ...(mayImport
      ? [
          {
            key: 'import',
            label: t('catalogue.import.title'),
            isSeparated: true,
            onSelect: () =>
              void openDialog(({ close }) => <ImportDialog onClose={close} />, {
                title: textOf('scope', 'catalogue.import.title'),
                width: 860,
                isDismissible: false,
              }),
          },
        ]
      : []),
  ]
  return (
    <MenuButton label={t('catalogue.exchange')} items={items}>
      <Ellipsis size={15} aria-hidden />
    </MenuButton>
  )
}

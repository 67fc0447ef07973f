import { copyAloud } from '@qd/web-frame'
import type { MenuItem } from '@qd/web-controls'
import type { PageRow } from '../../../contract/index.ts'
import { redisText } from '../../texts.ts'
import { copiedBytes } from '../model/bytes.ts'
import { keyCommand } from '../model/key-command.ts'
import { contentOfRows } from '../model/rows-content.ts'
import type { KeyPlace } from '../key-place.ts'
import { askFieldTtl, askMove, askRemove, askRenameField, askScore, isNamed, rowName } from './row-edits.tsx'
import { hasName } from './long-names.ts'
import { mainBytes } from './row-columns.tsx'

function item(key: string, label: string, onSelect: () => void): MenuItem {
  return { key, label, onSelect }
}

function editItems(place: KeyPlace, row: PageRow, hasFieldTtl: boolean): MenuItem[] {
  if (row.type === 'hash') {
    // A value that was cut would be saved as its beginning, and binary names cannot be typed.
    const canRename = !row.isCut && row.long === undefined && typeof row.field === 'string'
    return [
      ...(canRename
        ? [item('rename', redisText('detail.renameField'), () => askRenameField(place, row))]
        : []),
      ...(hasFieldTtl && isNamed(row)
        ? [item('ttl', redisText('detail.changeTtl'), () => askFieldTtl(place, row))]
        : []),
    ]
  }
  if (row.type === 'list' && isNamed(row))
    return [item('move', redisText('detail.moveEntry'), () => askMove(place, row))]
  if (row.type === 'zset' && isNamed(row)) {
    return [item('score', redisText('detail.editScore'), () => askScore(place, row))]
  }
  return []
}

/** What can be done with one row. */
export function rowItems(
  place: KeyPlace,
  row: PageRow,
  may: { edit: boolean; fieldTtl: boolean },
): MenuItem[] {
  const copies = [
    item('copyName', redisText('detail.copyName'), () => void copyAloud(rowName(row))),
    item('copyValue', redisText('detail.copyValue'), () => void copyAloud(copiedBytes(mainBytes(row)))),
    ...(row.isCut || (hasName(row) && row.long !== undefined)
      ? []
      : [
          item(
            'copyCommand',
            redisText('detail.copyCommand'),
            () => void copyAloud(keyCommand(place.key, contentOfRows([row]))),
          ),
        ]),
  ]
  if (!may.edit) return copies
  const removing = isNamed(row)
    ? [
        {
          ...item('remove', redisText('detail.delete'), () => askRemove(place, [row], () => {})),
          isSeparated: true,
        },
      ]
    : []
  return [...copies, ...editItems(place, row, may.fieldTtl), ...removing]
}

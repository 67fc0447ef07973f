import { describe, expect, it, test } from 'vitest'
import { SEARCH_FIELDS_MAX, SEARCH_VALUE_BYTES } from '../../../contract/index.ts'
import type { SearchField, SearchIndex } from '../../../contract/index.ts'
import type { Reply } from '../../link/redis-link.ts'
import { foundIn } from './found-documents.ts'
import { indexOf } from './index-info.ts'

type Words = string | null | readonly Words[]
/** Texts of an answer as the bytes they come as. */
const reply = (words: Words): Reply =>
  typeof words === 'string' ? Buffer.from(words) : words === null ? null : words.map(reply)

const NOTHING: SearchIndex = {
  name: 'i',
  msg: '',
  documents: 0,
  terms: null,
  records: null,
  bytes: null,
  indexed: 1,
  isIndexing: false,
  failures: 0,
  keyType: '',
  prefixes: [],
  fields: [],
}
const field = (of: Partial<SearchField> & Pick<SearchField, 'name' | 'type'>): SearchField => ({
  from: null,
  options: '',
  isSortable: false,
  ...of,
})

/* As the versions and imitations word it; 1.2 as it was heard, the others after their command reference. */
test.each<[string, Words, Partial<SearchIndex>]>([
  [
    '1.2',
    [
      ['index_name', 'i', 'index_options', []],
      [
        'fields',
        [
          ['name', 'type', 'TEXT', 'WEIGHT', '5', 'SORTABLE'],
          ['guild', 'type', 'TAG', 'SEPARATOR', ','],
        ],
      ],
      ['num_docs', '3', 'max_doc_id', '3', 'num_terms', '6', 'num_records', '7'],
      [
        'inverted_sz_mb',
        '1',
        'doc_table_size_mb',
        '0.5',
        'key_table_size_mb',
        '-nan',
        'records_per_doc_avg',
        '2',
      ],
      ['gc_stats', ['current_hz', '9.8'], 'cursor_stats', ['global_idle', '0']],
    ].flat(),
    {
      documents: 3,
      terms: 6,
      records: 7,
      bytes: 1_572_864,
      fields: [
        field({ name: 'name', type: 'TEXT', options: 'WEIGHT 5 SORTABLE', isSortable: true }),
        field({ name: 'guild', type: 'TAG', options: 'SEPARATOR ,' }),
      ],
    },
  ],
  [
    '2.x',
    [
      ['index_name', 'i', 'index_definition', ['key_type', 'JSON', 'prefixes', ['hero:', 'npc:']]],
      [
        'attributes',
        [
          ['identifier', '$.name', 'attribute', 'name', 'type', 'TEXT', 'WEIGHT', '1', 'SORTABLE', 'UNF'],
          ['identifier', 'type', 'attribute', 'type', 'type', 'NUMERIC', 'NOINDEX'],
          ['identifier', 'v', 'attribute', 'v', 'type', 'VECTOR', 'algorithm', 'HNSW', 'dim', '3'],
        ],
      ],
      [
        'num_docs',
        '9',
        'num_terms',
        '2',
        'num_records',
        '4',
        'total_index_memory_sz_mb',
        '2',
        'inverted_sz_mb',
        '1',
      ],
      ['hash_indexing_failures', '5', 'indexing', '1', 'percent_indexed', '0.25'],
    ].flat(),
    {
      documents: 9,
      terms: 2,
      records: 4,
      bytes: 2_097_152,
      indexed: 0.25,
      isIndexing: true,
      failures: 5,
      keyType: 'JSON',
      prefixes: ['hero:', 'npc:'],
      fields: [
        field({
          name: 'name',
          from: '$.name',
          type: 'TEXT',
          options: 'WEIGHT 1 SORTABLE UNF',
          isSortable: true,
        }),
        field({ name: 'type', type: 'NUMERIC', options: 'NOINDEX' }),
        field({ name: 'v', type: 'VECTOR', options: 'algorithm HNSW dim 3' }),
      ],
    },
  ],
  [
    'an imitation with other names',
    [
      ['key_type', 'HASH', 'key_prefixes', ['a:'], 'space_usage', '4096', 'num_docs', '1'],
      ['fields', [['identifier', 'f', 'field_name', 'g', 'type', 'VECTOR', 'index', ['capacity', '7']]]],
      ['backfill_in_progress', '1', 'backfill_complete_percent', '1.5'],
    ].flat(),
    {
      documents: 1,
      bytes: 4_096,
      isIndexing: true,
      keyType: 'HASH',
      prefixes: ['a:'],
      fields: [field({ name: 'g', from: 'f', type: 'VECTOR', options: 'index capacity 7' })],
    },
  ],
  ['nothing at all', [], {}],
  ['what is no list', 'OK', {}],
  [
    'a field without words',
    ['fields', [[], null, 'x']],
    { fields: [0, 1, 2].map(() => field({ name: '', type: '' })) },
  ],
])('FT.INFO of %s is read', (_who, words, expected) => {
  expect(indexOf(Buffer.from('i'), reply(words))).toEqual({ ...NOTHING, ...expected })
})

describe('FT.SEARCH', () => {
  it('names documents with their fields, without, and those that have gone', () => {
    expect(foundIn(reply(['5', 'a', ['n', '1'], 'b', null, 'c', []]))).toEqual({
      total: 5,
      documents: [
        { key: 'a', fieldCount: 1, fields: [{ name: 'n', value: '1', bytes: 1, isCut: false }] },
        { key: 'b', fieldCount: null, fields: [] },
        { key: 'c', fieldCount: 0, fields: [] },
      ],
    })
    expect(foundIn(reply(['2', 'a', 'b'])).documents).toEqual([
      { key: 'a', fieldCount: null, fields: [] },
      { key: 'b', fieldCount: null, fields: [] },
    ])
    expect(foundIn(reply(['0']))).toEqual({ total: 0, documents: [] })
    expect(foundIn(reply('OK'))).toEqual({ total: 0, documents: [] })
  })

  it('cuts long values at a whole sign, many fields, and keeps bytes that are no text', () => {
    const long = `x${'键'.repeat(SEARCH_VALUE_BYTES)}`
    const many = Array.from({ length: SEARCH_FIELDS_MAX + 1 }, (_none, at) => [`f${at}`, long]).flat()
    const [first] = foundIn(reply(['1', 'a', many])).documents
    expect(first).toMatchObject({ fieldCount: SEARCH_FIELDS_MAX + 1 })
    expect(first!.fields).toHaveLength(SEARCH_FIELDS_MAX)
    const { value, bytes, isCut } = first!.fields[0]!
    expect([value, bytes, isCut]).toEqual([long.slice(0, 171), 1 + 3 * SEARCH_VALUE_BYTES, true])
    const raw = foundIn([Buffer.from('1'), Buffer.from([255]), [Buffer.from('n'), Buffer.alloc(600, 255)]])
    expect(raw.documents[0]).toMatchObject({
      key: { base64: '/w==' },
      fields: [{ value: { base64: Buffer.alloc(SEARCH_VALUE_BYTES, 255).toString('base64') }, bytes: 600 }],
    })
  })
})

import { spawnSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { decode, encodeText, shownText } from '../src/index.ts'

/*
 * Values that PHP itself wrote, with references and objects that stand several times; edited here and read by PHP again.
 * Declared limits: `S:` of PHP 6 is refused as unsupported, and what a class wrote by itself (`C:`) is bytes.
 */
const WRITE = `
mt_srand(42);
class Hero { public $name = ''; protected $gold = 0; private $rank = null; public $more = [];
  public function fill($gold, $rank) { $this->gold = $gold; $this->rank = $rank; return $this; } }
$made = [];
function value($depth) { global $made;
  $kind = mt_rand(0, $depth < 4 ? 9 : 5);
  if ($kind === 0) return null;
  if ($kind === 1) return mt_rand(0, 1) === 1;
  if ($kind === 2) return [0, -1, PHP_INT_MAX, PHP_INT_MIN, 7919][mt_rand(0, 4)];
  if ($kind === 3) return [0.1, -1.5, 1e300, 5e-324, -0.0, INF, NAN, 1e25][mt_rand(0, 7)];
  if ($kind < 6) return substr("a\\xff岚夜\\0\\"';{}", mt_rand(0, 6), mt_rand(0, 9));
  if ($kind === 6 && $made !== []) return $made[array_rand($made)];
  if ($kind === 7) { $hero = (new Hero)->fill(mt_rand(0, 9), value($depth + 1)); $made[] = $hero; $hero->more = value($depth + 1); return $hero; }
  $list = [];
  for ($n = mt_rand(0, 5); $n > 0; $n--) {
    if (mt_rand(0, 1) === 1) $list[] = value($depth + 1); else $list['k' . mt_rand(0, 99)] = value($depth + 1);
  }
  $keys = array_keys($list);
  if (count($keys) > 1 && mt_rand(0, 2) === 0) $list[$keys[1]] = &$list[$keys[0]];
  return $list; }
for ($n = 0; $n < 400; $n++) { $made = [];
  echo bin2hex(serialize(['front' => 5, 'tree' => value(0), 'again' => value(1)])), "\\n"; }
`
const READ = `
class Hero { public $name = ''; protected $gold = 0; private $rank = null; public $more = []; }
while (($line = fgets(STDIN)) !== false) {
  $value = @unserialize(hex2bin(trim($line)));
  echo $value === false ? 'false' : $value['front'] . ' ' . bin2hex(serialize($value)), "\\n"; }
`

function php(code: string, input = ''): string[] {
  const done = spawnSync('php', ['-d', 'serialize_precision=-1', '-r', code], {
    input,
    maxBuffer: 64 * 1_048_576,
  })
  if (done.status !== 0) throw new Error(String(done.stderr) + String(done.stdout))
  return String(done.stdout).trim().split('\n')
}
const bytesOf = (hex: string) => Uint8Array.from(Buffer.from(hex, 'hex'))

it('what PHP wrote is kept byte by byte, and an edit in front of references is read by PHP or refused', () => {
  const written = php(WRITE)
  expect(written).toHaveLength(400)
  const edited: string[] = []
  let refused = 0
  let withReferences = 0
  for (const hex of written) {
    const bytes = bytesOf(hex)
    const read = decode('php', bytes)
    if (!read.ok)
      throw new Error(`${read.fault.code} at ${read.fault.at}: ${Buffer.from(bytes).toString('latin1')}`)
    expect(read.isExact).toBe(true)
    const text = shownText('php', read.node)
    expect(encodeText('php', text, read.node)).toEqual({ ok: true, bytes })
    const inPlace = encodeText('php', text.replace('"front": 5', '"front": 12345'), read.node)
    if (!inPlace.ok) throw new Error(inPlace.fault.code)
    edited.push(Buffer.from(inPlace.bytes).toString('hex'))
    // One more value in front of all others: right, or refused with the reason.
    const isReferring = /;[Rr]:\d|\{[Rr]:\d/.test(Buffer.from(bytes).toString('latin1'))
    withReferences += isReferring ? 1 : 0
    const moved = encodeText('php', text.replace('"front": 5', '"new": [],\n"front": 5'), read.node)
    if (moved.ok) edited.push(Buffer.from(moved.bytes).toString('hex'))
    else {
      expect(moved.fault.code).toBe('references')
      refused += 1
    }
  }
  expect(withReferences).toBeGreaterThan(50)
  expect(refused).toBeGreaterThan(50)
  const answers = php(READ, `${edited.join('\n')}\n`)
  expect(answers).toHaveLength(edited.length)
  // PHP makes the same bytes of what it read: nothing has become another value.
  for (const [at, hex] of edited.entries()) {
    const [front, again] = answers[at]!.split(' ')
    expect([hex, again]).toEqual([hex, hex])
    expect(['5', '12345']).toContain(front)
  }
})

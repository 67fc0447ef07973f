/** Heads of the public lists of leaked passwords, longest enough to pass a length check; folded to lower case. */
const LEAKED = `
123123 112233 121212 123321 123qwe 1q2w3e 1q2w3e4r 1q2w3e4r5t 1qaz2wsx 1qaz2wsx3edc 1qazxsw2 5201314 654321 696969
a123456 a12345678 aa123456 abc123 abc12345 abcd1234 access admin admin123 admin1234 administrator administrator1
asdfgh asdfghjkl asdf1234 baseball batman changeme changeme123 charlie computer daniel default donald dragon
football freedom gamemaster guest hello123 hunter2 iloveyou iloveyou123 jennifer jordan killer letmein letmein123
login login123 master master123 michael monkey mypassword mustang nihao123 operator p@ssw0rd p@ssword pass1234
passw0rd passw0rd123 password password1 password12 password123 password1234 password12345 password123456
princess q1w2e3r4 q1w2e3r4t5 qazwsx qazwsxedc qwe123 qweasd qweasdzxc qwer1234 qwerty qwerty1 qwerty12 qwerty123
qwerty1234 qwerty12345 qwertyuiop qwertyuiop123 root123 root1234 secret secret123 shadow starwars summer2024
summer2025 sunshine superman superman123 system test1234 test123456 thisisapassword trustno1 welcome welcome1
welcome123 welcome1234 whatever winter2024 winter2025 woaini woaini1314 woaini520 xiaoming zaq12wsx zxcvbn zxcvbnm
quarterdeck quarterdeck-sandbox correcthorsebatterystaple
`

const LISTED = new Set(LEAKED.trim().split(/\s+/))
const RUNS = [
  '0123456789012345678901234567890',
  'abcdefghijklmnopqrstuvwxyzabcdef',
  'qwertyuiopasdfghjklzxcvbnm',
]
const FILLER = /[\s!@#$%^&*._-]/g

const isRun = (text: string) =>
  RUNS.some((run) => run.includes(text) || [...run].toReversed().join('').includes(text))

/** One short piece over and over, `aaaaaa` or `abcabcabc`. */
const isRepeated = (text: string) => /^(.{1,4}?)\1+$/u.test(text)

/** Whether a guesser would try it early: a leaked one, a run of keys, a repetition, or the user's own name. */
export function isCommonPassword(password: string, username: string): boolean {
  const folded = password.normalize('NFKC').toLowerCase()
  const bare = folded.replaceAll(FILLER, '')
  const name = username.normalize('NFKC').toLowerCase()
  const withoutName = name.length >= 2 ? bare.replaceAll(name.replaceAll(FILLER, ''), '') : bare
  if ([folded, bare].some((text) => LISTED.has(text) || isRun(text) || isRepeated(text))) return true
  return withoutName !== bare && (/^\d{0,8}$/.test(withoutName) || LISTED.has(withoutName))
}

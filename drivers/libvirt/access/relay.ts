// Connects what a program reads and writes to a Unix socket of its host. In Perl, which every Debian has: OpenSSH could forward the
// socket, but would not say whether anybody listens there.

/** Before everything else comes a plus sign once the socket is connected. Otherwise it ends with the number of the error. */
const RELAY = `use Socket; my $s;
socket($s, PF_UNIX, SOCK_STREAM, 0) && connect($s, pack_sockaddr_un($ARGV[0])) or exit($! + 0);
sub pass { my ($from, $to) = @_;
  while (sysread($from, my $b, 65536)) {
    for (my $o = 0; $o < length $b;) { my $n = syswrite($to, $b, length($b) - $o, $o) or return; $o += $n } } }
syswrite STDOUT, '+';
my $p = fork() // exit(11);
if (!$p) { close STDIN; pass($s, STDOUT); kill 'KILL', getppid; exit }
close STDOUT; pass(STDIN, $s); shutdown $s, 1; waitpid $p, 0`

export const relayCommand = (path: string): string[] => ['perl', '-e', RELAY, '--', path]

const CODES: Record<number, string> = { 2: 'ENOENT', 13: 'EACCES', 111: 'ECONNREFUSED' }

export const relayError = (exit: number | null, path: string) =>
  Object.assign(new Error(`${CODES[exit ?? 0] ?? 'failed'}: nobody listens at ${path}`), {
    code: CODES[exit ?? 0] ?? 'EPIPE',
  })

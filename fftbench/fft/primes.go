package fft

import (
	"math/bits"
	"slices"
)

// trial is up to where primes are found by trial division: its square is beyond
// MaxLen, so that only lengths that are described, not planned, need more.
const trial = 1 << 14

// primeFactors are the primes whose product is n ≥ 2, in ascending order.
func primeFactors(n int) []int {
	var primes []int
	for p := 2; p <= trial && p*p <= n; p++ {
		for n%p == 0 {
			primes = append(primes, p)
			n /= p
		}
	}
	if n > 1 {
		primes = appendLargeFactors(primes, n)
	}
	return primes
}

// appendLargeFactors appends the primes of n in ascending order; none is a
// divisor that trial division finds.
func appendLargeFactors(primes []int, n int) []int {
	if n/trial < trial || isPrime(n) {
		return append(primes, n)
	}
	divisor := divisorOf(n)
	smaller := appendLargeFactors(nil, divisor)
	both := appendLargeFactors(smaller, n/divisor)
	slices.Sort(both)
	return append(primes, both...)
}

// divisorOf is a divisor of a composite n, neither 1 nor n, by Pollard's rho
// ("A Monte Carlo method for factorization", 1975).
func divisorOf(n int) int {
	for c := 1; ; c++ {
		step := func(x int) int { return (mulMod(x, x, n) + c) % n }
		divisor := 1
		for slow, fast := 2, 2; divisor == 1; {
			slow, fast = step(slow), step(step(fast))
			divisor = gcd(max(slow-fast, fast-slow), n)
		}
		if divisor < n {
			return divisor
		}
	}
}

// gcd is the greatest common divisor.
func gcd(a, b int) int {
	for b > 0 {
		a, b = b, a%b
	}
	return a
}

// isPrime reports whether n is a prime.
func isPrime(n int) bool {
	for _, p := range witnesses {
		if n%p == 0 {
			return n == p
		}
	}
	return n > 1 && !slices.ContainsFunc(witnesses, func(base int) bool { return refutes(base, n) })
}

// witnesses are bases that refute every composite number below 3·10²³ (Sorenson
// and Webster, "Strong pseudoprimes to twelve prime bases", 2017).
var witnesses = []int{2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37}

// refutes reports whether an odd n cannot be a prime by the test of Miller and
// Rabin to a base.
func refutes(base, n int) bool {
	twos := bits.TrailingZeros(uint(n - 1))
	x := powMod(base, (n-1)>>twos, n)
	if x == 1 || x == n-1 {
		return false
	}
	for range twos - 1 {
		if x = mulMod(x, x, n); x == n-1 {
			return false
		}
	}
	return true
}

// primitiveRoot is the least generator of the multiplicative group of a prime.
func primitiveRoot(prime int) int {
	factors := primeFactors(prime - 1)
	for g := 1; ; g++ {
		if generates(g, prime, factors) {
			return g
		}
	}
}

// generates reports whether g has order prime−1: no (prime−1)/f-th power is 1.
func generates(g, prime int, factors []int) bool {
	for _, f := range factors {
		if powMod(g, (prime-1)/f, prime) == 1 {
			return false
		}
	}
	return true
}

// powMod is base^exponent mod modulus for bases below the modulus.
func powMod(base, exponent, modulus int) int {
	result := 1
	for ; exponent > 0; exponent >>= 1 {
		if exponent&1 == 1 {
			result = mulMod(result, base, modulus)
		}
		base = mulMod(base, base, modulus)
	}
	return result
}

// mulMod is a·b mod modulus for factors below the modulus.
func mulMod(a, b, modulus int) int {
	high, low := bits.Mul64(uint64(a), uint64(b))
	_, rest := bits.Div64(high, low, uint64(modulus))
	return int(rest)
}

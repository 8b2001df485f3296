package fft

// primeFactors are the primes whose product is n ≥ 2, in ascending order.
func primeFactors(n int) []int {
	var primes []int
	for p := 2; p*p <= n; p++ {
		for n%p == 0 {
			primes = append(primes, p)
			n /= p
		}
	}
	if n > 1 {
		primes = append(primes, n)
	}
	return primes
}

// isPrime reports whether n is a prime.
func isPrime(n int) bool {
	for p := 2; p*p <= n; p++ {
		if n%p == 0 {
			return false
		}
	}
	return n > 1
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

// powMod is base^exponent mod modulus for a modulus below 2^31.
func powMod(base, exponent, modulus int) int {
	result := 1
	for ; exponent > 0; exponent >>= 1 {
		if exponent&1 == 1 {
			result = result * base % modulus
		}
		base = base * base % modulus
	}
	return result
}

// SPDX-License-Identifier: MIT
/// @file
/// Threads that stay: a loop over independent tasks, each taken by whichever thread is free.
/// Results never depend on the number of threads, because no task depends on who runs it.
#pragma once

#include <regula/error.hpp>
#include <regula/native/flush_denormals.hpp>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
#include <type_traits>
#include <vector>

#if defined(__SSE2__)
#include <immintrin.h>
#endif

namespace regula::nn {

/// `threads` threads, the caller's among them. Denormal numbers are flushed to zero in every task.
class pool {
 public:
  /// Errors    throws range_error if threads is 0, or more than the system starts
  explicit pool(std::size_t threads) {
    require(threads > 0, "native: expected at least 1 thread, got 0");
    workers_.reserve(threads - 1);
    try {
      for (std::size_t id = 1; id < threads; ++id)
        workers_.emplace_back([this, id] { serve(id); });
    } catch (std::system_error const& e) {
      std::size_t const started = size();
      stop();
      throw range_error(
          fmt::format("native: expected {} threads, but the system starts {}: {}", threads, started, e.what()));
    }
  }

  pool(pool const&)            = delete;
  pool& operator=(pool const&) = delete;

  ~pool() { stop(); }

  [[nodiscard]] std::size_t size() const { return workers_.size() + 1; }

  /// Calls f(i, thread) for i = 0 .. count - 1 and returns when all are done; thread < size() names a workspace.
  ///
  /// Requires  called by one thread at a time, and not from within f
  /// Errors    rethrows the first exception of f, after the tasks that had begun; the others are not begun
  template <class F>
  void run(std::size_t count, F&& f) {
    flush_denormals const flush;
    if (workers_.empty() || count <= 1) {
      for (std::size_t i = 0; i < count; ++i)
        f(i, std::size_t{0});
      return;
    }
    using function = std::remove_reference_t<F>;
    call_          = [](void const* context, std::size_t i, std::size_t thread) {
      (*static_cast<function*>(const_cast<void*>(context)))(i, thread);
    };
    context_ = &f;
    count_   = count;
    next_.store(0, std::memory_order_relaxed);
    returned_.store(0, std::memory_order_relaxed);
    failure_ = nullptr;
    announce();
    take_tasks(0);
    for (int spins = 0; returned_.load(std::memory_order_acquire) < workers_.size(); ++spins)
      wait_a_little(spins);
    if (failure_) std::rethrow_exception(failure_);
  }

 private:
  // A waiting thread first spins, which covers the gap between two loops; then it offers its core to others, which
  // costs nothing on an idle machine; a worker sleeps if the next loop is still far.
  static constexpr int spins_before_yield = 2000;  ///< tens of microseconds
  static constexpr int spins_before_sleep = 4000;

  void stop() {
    stopping_.store(true, std::memory_order_relaxed);
    announce();
    for (auto& w : workers_)
      w.join();
    workers_.clear();
  }

  static void relax() {
#if defined(__SSE2__)
    _mm_pause();
#endif
  }

  static void wait_a_little(int spins) {
    if (spins < spins_before_yield)
      relax();
    else
      std::this_thread::yield();
  }

  void announce() {
    round_.fetch_add(1, std::memory_order_release);
    round_.notify_all();
  }

  void serve(std::size_t id) {
    flush_denormals const flush;
    for (std::uint64_t seen = 0;; ++seen) {
      for (int spins = 0; round_.load(std::memory_order_acquire) == seen; ++spins)
        if (spins < spins_before_sleep)
          wait_a_little(spins);
        else
          round_.wait(seen, std::memory_order_acquire);
      if (stopping_.load(std::memory_order_relaxed)) return;
      take_tasks(id);
      returned_.fetch_add(1, std::memory_order_release);
    }
  }

  void take_tasks(std::size_t id) {
    try {
      for (std::size_t i; (i = next_.fetch_add(1, std::memory_order_relaxed)) < count_;)
        call_(context_, i, id);
    } catch (...) {
      std::scoped_lock const lock{failure_mutex_};
      if (!failure_) failure_ = std::current_exception();
      next_.store(count_, std::memory_order_relaxed);
    }
  }

  void (*call_)(void const*, std::size_t, std::size_t) = nullptr;
  void const* context_                                 = nullptr;
  std::size_t count_                                   = 0;
  std::atomic<std::size_t> next_{0};
  std::atomic<std::size_t> returned_{0};
  std::atomic<std::uint64_t> round_{0};
  std::atomic<bool> stopping_{false};
  std::mutex failure_mutex_;
  std::exception_ptr failure_;
  std::vector<std::thread> workers_;
};

}  // namespace regula::nn
